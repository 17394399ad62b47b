import { test } from 'vitest'
import { openDesk, runDesk } from '../../../../test/week/desk-runs'

// CI runs as many on PostgreSQL too. The decisions alone run 300 in memory in addition.
const RUNS = Number(process.env.WEEK_DESK_RUNS ?? 12)

const week = await openDesk()

test(
  'Whatever families, instructors and the desk send by forms and calls, the weeks are right, every screen shows them, promises are kept and announced, and Undo restores the weeks',
  () => runDesk(week, RUNS),
  RUNS * 60_000,
)
