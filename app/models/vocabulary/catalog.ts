import { t } from '#text'
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
  const { lessonsPerMonth: lessons, privateLessonsPerMonth: own, makeupLessons: makeups, hacksPerMonth: hacks } = item
  // Browsers know no plurals.
  const parts = [
    lessons && t(lessons === 1 ? '1 group lesson' : '{count} group lessons', { count: lessons }),
    own && t(own === 1 ? '1 private lesson' : '{count} private lessons', { count: own }),
    makeups && t(makeups === 1 ? '1 makeup lesson' : '{count} makeup lessons', { count: makeups }),
    hacks && t(hacks === 1 ? '1 hack' : '{count} hacks', { count: hacks }),
  ].filter((part) => part !== 0)
  return parts.length ? t('{contents} per month', { contents: parts.join(' · ') }) : ''
}

const rhythmOf = (lessons: number): string | undefined =>
  ({ 2: t('every other week'), 4: t('once a week'), 8: t('twice a week') })[lessons]

/**
 * Returns `$55 a lesson · once a week` for a package of several lessons. If it includes hacks, the price is not for
 * lessons alone, and is left out; makeups replace missed lessons and don't count.
 */
export function paceOf(item: MonthlyCounts & { price: Cents }): string {
  const lessons = item.lessonsPerMonth + item.privateLessonsPerMonth
  if (lessons < 2) return ''
  const each = formatCents(Math.round(item.price / lessons)).replace(/\.00$/, '')
  return [item.hacksPerMonth ? undefined : t('{price} a lesson', { price: each }), rhythmOf(lessons)]
    .filter(Boolean)
    .join(' · ')
}
