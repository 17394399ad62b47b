import { addDays, weekStart } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { decode } from '../../test/harness/plain-browser'
import { aimAt, type Did, type Doing, pick, presses } from './doing'
import type { OfficeKind } from './kinds'
import { ARENAS } from './names'
import type { Step } from './plan'
import type { World } from './world'

/** A day with lessons, the last day that is meant, and the time that lessons of the first day are from. */
async function daysOf(world: World, step: Step) {
  const { slot } = await aimAt(world, { ...step, b: 1 })
  return {
    from: slot.date,
    through: step.b % 2 === 0 ? addDays(slot.date, step.b % 7) : undefined,
    time: step.c % 4 === 0 ? '16:30' : undefined,
  }
}

/** Confirms the plan of an address. One lesson gets another choice than the proposed one; mostly to join another, if it can. */
async function confirms(world: World, at: string, { a, b }: Step, subject: string): Promise<Did | null> {
  const { office } = world.school
  const { html } = await office.open(at)
  const lessons = [...html.matchAll(/name="(lessons\[\d+\])\.slot" value="([^"]+)"/g)].map(
    ([, name = '', key = '']) => ({
      name,
      key: decode(key),
    }),
  )
  if (lessons.length === 0) return null
  const options = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, value = '']) => decode(value))
  const joins = options.filter((value) => value.startsWith('join '))
  const other = pick(joins.length > 0 && b % 4 !== 0 ? joins : options, a)
  const changed = pick(lessons, b)
  const fill = other && changed && a % 2 === 0 ? { [`${changed.name}.cover`]: other } : {}
  return presses(office, at, 'Confirm', fill, [subject, ...lessons.map(({ key }) => key)])
}

/** What the office does on a day that does not go as planned, and the week's horses. */
export const PLAN_STEPS: Record<
  Extract<OfficeKind, 'close an arena' | 'replace an instructor' | 'hot day' | 'plan the horses'>,
  Doing
> = {
  async 'close an arena'(world, step) {
    const closed = { arena: pick(ARENAS, step.who), ...(await daysOf(world, step)) }
    return confirms(world, paths.closedArena(closed), step, 'arena')
  },
  async 'replace an instructor'(world, step) {
    const instructor = pick(world.school.instructors, step.who)!.id
    return confirms(world, paths.cover({ instructor, ...(await daysOf(world, step)) }), step, instructor)
  },
  async 'hot day'(world, step) {
    const { b, c } = step
    const { from: date } = await daysOf(world, step)
    const fill: Record<string, string> = c % 2 === 0 ? { overReason: 'Cool by then' } : {}
    const horses = world.school.horses.map(({ name }) => name)
    return presses(world.school.office, paths.hotDay({ date, fewer: b % 3 }), /^(Confirm|Save)/, fill, horses)
  },
  async 'plan the horses'(world, { a }) {
    const week = addDays(world.clock.today, 7 * (a % 2))
    const horses = world.school.horses.map(({ name }) => name)
    return presses(world.school.office, paths.weekHorses({ week: weekStart(week) }), 'Save Horses', {}, horses)
  },
}
