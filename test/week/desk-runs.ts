import fc from 'fast-check'
import { expect } from 'vitest'
import type { Book } from '~/models/schedule/snapshot/book'
import { setClock } from '~/platform/clock.server'
import { admin, rideTypes } from '../factories'
import { DeskWeek } from './desk'
import { weekLines, whatIsWrong, whatItBroke } from './invariants'
import { BEGINS, DESK_START, type DeskStep, deskSequences, isOfFile, isOfPeople, meantBy } from './people-steps'
import { mustBe, waitingNow, whatIsForgotten } from './promises'
import { aimOf, DATES, RIDERS } from './steps'
import { whatDiffers } from './views'

const { WEEK_SEED, WEEK_PATH, WEEK_SHRINK } = process.env
/** The number of a change's days that are checked after each step, besides its own. */
const DAYS = 2

/** Returns the day that a step is about, and for a note its rider with their first day. */
function meantWith(step: DeskStep, book: Book): { rider?: string | undefined; date?: string | undefined } {
  if (step.kind === 'note') {
    const rider = RIDERS[step.rider]
    const rides = (date: string) => weekLines(book, [date]).some((line) => line.includes(rider ?? ''))
    return { rider, date: DATES.find(rides) }
  }
  if ('days' in step) return { date: DATES[step.days] }
  return 'slot' in step ? { date: aimOf(step, book).slot.date } : {}
}

function changedBy(step: DeskStep, before: Book, after: Book) {
  const dates = DATES.filter((date) => weekLines(before, [date]).join() !== weekLines(after, [date]).join())
  const lines = (book: Book) => weekLines(book, dates)
  const changed = [
    ...lines(before).filter(isMissingIn(lines(after))),
    ...lines(after).filter(isMissingIn(lines(before))),
  ]
  const { rider, date: own } = meantWith(step, before)
  return {
    riders: RIDERS.filter((id) => id === rider || changed.some((line) => line.includes(id))),
    dates: [...new Set([...(own ? [own] : []), ...dates.slice(0, DAYS)])],
  }
}

const isMissingIn = (lines: readonly string[]) => (line: string) => !lines.includes(line)

export async function openDesk(): Promise<DeskWeek> {
  setClock(BEGINS)
  await rideTypes()
  return DeskWeek.open((await admin()).id)
}

/** @throws if one of `numRuns` random sequences goes wrong. */
export const runDesk = (week: DeskWeek, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(deskSequences, (sequence) => tryAll(week, sequence)),
    {
      numRuns,
      ...(WEEK_SEED && { seed: Number(WEEK_SEED) }),
      path: WEEK_PATH,
      endOnFailure: WEEK_SHRINK === undefined,
    },
  )

async function tryAll(week: DeskWeek, sequence: readonly DeskStep[]): Promise<void> {
  await week.clear()
  const promised = new Set<number>()
  let is = await week.book()
  for (const step of DESK_START) {
    expect(await week.take(step, is), step.kind).toBe(true)
    is = await week.book()
  }
  for (const one of sequence) {
    const before = is
    const step = meantBy(one, before)
    const [known, waited] = [await week.log(), await waitingNow()]
    const accepted = await week.take(step, before)
    expect(accepted).toBe(mustBe(step, before) ?? accepted)
    const after = await week.book()
    is = after
    if (!accepted) {
      expect(weekLines(after)).toEqual(weekLines(before))
      continue
    }
    expect(whatIsWrong(after, promised)).toEqual([])
    expect(await whatIsForgotten(step, before, after, { beyond: step.insists || isOfFile(step) }), step.kind).toEqual(
      [],
    )
    expect(await whatDiffers(after, week.visitors, changedBy(step, before, after))).toEqual([])
    // A file has its own Undo.
    if (step.kind === 'undo' || isOfFile(step)) continue
    if (!isOfPeople(step)) expect(whatItBroke(step, before, after)).toEqual([])
    const added = (await week.log()).filter((id) => !known.includes(id))
    if (added.length === 0) continue
    const rested = weekLines(await week.withoutTired(before, after))
    if (!(await week.undo(added, { beyond: true }))) {
      expect(rested, step.kind).toEqual(weekLines(after))
      continue
    }
    const undone = await week.book()
    // An undo may take back a resting horse's ride that went to another horse.
    expect([weekLines(before), rested]).toContainEqual(weekLines(undone))
    expect(await whatIsForgotten({ kind: 'undo' }, after, undone, { beyond: true })).toEqual([])
    expect(await waitingNow()).toEqual(expect.arrayContaining(waited))
    const redo = (await week.log()).filter((id) => !known.includes(id) && !added.includes(id))
    expect(await week.undo(redo, { beyond: true })).toBe(true)
    is = await week.book()
    expect(weekLines(is)).toEqual(weekLines(after))
  }
  expect(await whatDiffers(is, week.visitors, { riders: RIDERS, dates: DATES })).toEqual([])
}
