import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { admin, rideTypes } from '../../../test/factories'
import { DeskWeek } from '../../../test/week/desk'
import { weekLines, whatIsWrong, whatItBroke } from '../../../test/week/invariants'
import { sequences } from '../../../test/week/steps'

// CI runs a few on the embedded database and more on PostgreSQL; the decisions alone run 1,000 beside this.
const RUNS = Number(process.env.WEEK_DESK_RUNS ?? 8)
const { WEEK_SEED, WEEK_PATH, WEEK_SHRINK } = process.env

let week: DeskWeek

beforeAll(async () => {
  await rideTypes()
  week = await DeskWeek.open((await admin()).id)
})

test(
  'Whatever the desk sends by forms and calls, the weeks are right, and Undo gives them back',
  async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        await week.clear()
        const promised = new Set<number>()
        for (const step of sequence) {
          const before = await week.book()
          const known = await week.log()
          const accepted = await week.take(step)
          const after = await week.book()
          if (!accepted) {
            expect(weekLines(after)).toEqual(weekLines(before))
            continue
          }
          expect(whatIsWrong(after, promised)).toEqual([])
          if (step.kind === 'undo') continue
          expect(whatItBroke(step, before, after)).toEqual([])
          const added = (await week.log()).filter((id) => !known.includes(id))
          if (added.length === 0) continue
          expect(await week.undo(added)).toBe(true)
          expect(weekLines(await week.book())).toEqual(weekLines(before))
          const [redo] = await week.log()
          expect(await week.undo(redo === undefined ? [] : [redo])).toBe(true)
          expect(weekLines(await week.book())).toEqual(weekLines(after))
        }
      }),
      {
        numRuns: RUNS,
        ...(WEEK_SEED && { seed: Number(WEEK_SEED) }),
        path: WEEK_PATH,
        endOnFailure: WEEK_SHRINK === undefined,
      },
    )
  },
  RUNS * 60_000,
)
