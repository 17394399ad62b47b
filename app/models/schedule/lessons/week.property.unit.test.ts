import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekLines, whatIsWrong, whatItBroke } from '../../../../test/week/invariants'
import { MemoryWeek } from '../../../../test/week/memory'
import { sequences } from '../../../../test/week/steps'

// CI runs 300; `npm run test:week -- 50000` runs more.
const RUNS = Number(process.env.WEEK_RUNS ?? 300)
const { WEEK_SEED, WEEK_PATH } = process.env

// It waits for nothing: a limit would measure the machine.
test('Whatever changes are made in whatever order, no ride, horse or mark is lost or doubled, and Undo gives the same weeks', {
  timeout: 0,
}, () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const week = new MemoryWeek()
      const promised = new Set<number>()
      for (const step of sequence) {
        const before = week.book()
        const accepted = week.take(step)
        const after = week.book()
        if (!accepted) {
          expect(weekLines(after)).toEqual(weekLines(before))
          continue
        }
        expect(whatIsWrong(after, promised)).toEqual([])
        if (step.kind === 'undo') continue
        expect(whatItBroke(step, before, after)).toEqual([])
        expect(week.take({ kind: 'undo', back: 0 })).toBe(true)
        expect(weekLines(week.book())).toEqual(weekLines(before))
        expect(week.take({ kind: 'undo', back: 0 })).toBe(true)
        expect(weekLines(week.book())).toEqual(weekLines(after))
      }
    }),
    { numRuns: RUNS, ...(WEEK_SEED && { seed: Number(WEEK_SEED) }), path: WEEK_PATH, verbose: 1 },
  )
})
