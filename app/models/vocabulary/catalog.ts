import type { LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'

export const ADD_ON_TYPES = {
  group_lesson: 'Group lesson',
  private_lesson: 'Private lesson',
  hack: 'Hack',
  horse_use: 'Horse use',
  after_school: 'After school, not counted',
  donation: 'Donation, not counted',
} as const
export type AddOnType = keyof typeof ADD_ON_TYPES

/** The prefix of items in a new school's catalog. */
export const EXAMPLE = 'Example: '

export interface MonthlyCounts {
  lessonsPerMonth: number
  privateLessonsPerMonth: number
  makeupLessons: number
  hacksPerMonth: number
}

/** A package that a family has for a month, given by its first day. */
export interface OwnedPackage {
  packageId: number
  name: string
  month: LocalDate
}

/** A rider for whom a family can buy. */
export interface ShopRider {
  id: string
  name: string
  isSelf: boolean
  /** The packages for this month and later ones. */
  owned: OwnedPackage[]
  /** The last package, however long ago. */
  lastPackageId: number | null
  /** Whether a subscription is running, whoever pays. */
  subscribed: boolean
}

/** The contents as they were sold, whatever the catalog says later. */
export interface SoldContents {
  lessons: number
  privateLessons: number
  makeupLessons: number
  hacks: number
}

export const soldContents = { lessons: true, privateLessons: true, makeupLessons: true, hacks: true } as const

export const contentsAsSold = (item: MonthlyCounts): SoldContents => ({
  lessons: item.lessonsPerMonth,
  privateLessons: item.privateLessonsPerMonth,
  makeupLessons: item.makeupLessons,
  hacks: item.hacksPerMonth,
})

export const monthlyCounts = (sold: SoldContents): MonthlyCounts => ({
  lessonsPerMonth: sold.lessons,
  privateLessonsPerMonth: sold.privateLessons,
  makeupLessons: sold.makeupLessons,
  hacksPerMonth: sold.hacks,
})

/** Returns `4 group lessons · 1 makeup lesson per month`; empty for nothing. */
export function contentsOf(item: MonthlyCounts): string {
  const parts = [
    { count: item.lessonsPerMonth, noun: 'group lesson' },
    { count: item.privateLessonsPerMonth, noun: 'private lesson' },
    { count: item.makeupLessons, noun: 'makeup lesson' },
    { count: item.hacksPerMonth, noun: 'hack' },
  ].filter(({ count }) => count > 0)
  if (!parts.length) return ''
  return `${parts.map(({ count, noun }) => `${count} ${noun}${count === 1 ? '' : 's'}`).join(' · ')} per month`
}

const RHYTHMS: Record<number, string> = { 2: 'every other week', 4: 'once a week', 8: 'twice a week' }

/**
 * Returns `$55 a lesson · once a week` for a package of several lessons. If it includes hacks, the price is not for
 * lessons alone, and is left out; makeups replace missed lessons and don't count.
 */
export function paceOf(item: MonthlyCounts & { price: Cents }): string {
  const lessons = item.lessonsPerMonth + item.privateLessonsPerMonth
  if (lessons < 2) return ''
  const each = formatCents(Math.round(item.price / lessons)).replace(/\.00$/, '')
  return [item.hacksPerMonth ? undefined : `${each} a lesson`, RHYTHMS[lessons]].filter(Boolean).join(' · ')
}
