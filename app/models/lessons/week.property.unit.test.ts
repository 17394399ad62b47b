import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ridesOn, weekLines, whatIsWrong } from '../../../test/week/invariants'
import { MemoryWeek } from '../../../test/week/memory'
import { aimOf, DATES, type Step, sequences } from '../../../test/week/steps'
import type { Book } from './book'

// CI runs 1,000; `npm run test:week -- 50000` runs more.
const RUNS = Number(process.env.WEEK_RUNS ?? 1000)
const SEED = process.env.WEEK_SEED === undefined ? undefined : Number(process.env.WEEK_SEED)

/** What a change may do, and what it may not. */
function whatItBroke(step: Exclude<Step, { kind: 'undo' }>, before: Book, after: Book): string[] {
  const { slot, rider } = aimOf(step, before)
  const weekly = 'scope' in step && step.scope === 'weekly'
  const wrong: string[] = []
  for (const date of DATES) {
    const same = weekLines(before, [date]).join('\n') === weekLines(after, [date]).join('\n')
    const untouched = weekly ? date < slot.date : date !== slot.date
    if (untouched && !same) wrong.push(`${step.kind} of ${slot.date} changed ${date}`)
    const [was, is] = [ridesOn(before, date), ridesOn(after, date)]
    for (const id of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const grew = (is[id] ?? 0) - (was[id] ?? 0)
      const own = id === rider && (step.kind === 'add' || step.kind === 'remove')
      if (step.kind === 'edit' && grew !== 0) wrong.push(`edit: ${id} rides ${grew} more on ${date}`)
      if (['add', 'remove', 'mark', 'horse'].includes(step.kind) && !own && grew !== 0) {
        wrong.push(`${step.kind} of ${rider}: ${id} rides ${grew} more on ${date}`)
      }
      if (own && Math.abs(grew) > 1) wrong.push(`${step.kind}: ${id} rides ${grew} more on ${date}`)
    }
  }
  if (step.kind === 'add' && (ridesOn(after, slot.date)[rider] ?? 0) <= (ridesOn(before, slot.date)[rider] ?? 0)) {
    const became = weekly && (ridesOn(before, slot.date)[rider] ?? 0) > 0
    if (!became) wrong.push(`${rider} was added and does not ride`)
  }
  return wrong
}

test(
  'Whatever changes are made in whatever order, no ride, horse or mark is lost or doubled, and Undo gives the same weeks',
  () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const week = new MemoryWeek()
        for (const step of sequence) {
          const before = week.book()
          const accepted = week.take(step)
          const after = week.book()
          if (!accepted) {
            expect(weekLines(after)).toEqual(weekLines(before))
            continue
          }
          expect(whatIsWrong(after)).toEqual([])
          if (step.kind === 'undo') continue
          expect(whatItBroke(step, before, after)).toEqual([])
          expect(week.take({ kind: 'undo', back: 0 })).toBe(true)
          expect(weekLines(week.book())).toEqual(weekLines(before))
          expect(week.take({ kind: 'undo', back: 0 })).toBe(true)
          expect(weekLines(week.book())).toEqual(weekLines(after))
        }
      }),
      { numRuns: RUNS, seed: SEED, path: process.env.WEEK_PATH, verbose: 1 },
    )
  },
  RUNS * 200,
)
