import { readersOf } from '~/models/notices/readers.server'
import type { RosterLesson } from '~/models/schedule/week/roster.server'
import { isAway } from '~/models/vocabulary/away'
import { prisma } from '~/platform/db.server'

/** Returns the riders who come to a lesson. */
export const comingTo = ({ riders }: RosterLesson): RosterLesson['riders'] => riders.filter((rider) => !isAway(rider))

/** Returns the names of riders of these lessons whose family no email about a canceled lesson reaches. */
export async function unreachedIn(lessons: readonly RosterLesson[]): Promise<string[]> {
  const riderIds = lessons.flatMap((lesson) => comingTo(lesson).map(({ riderId }) => riderId))
  const { unreached } = await readersOf(prisma, riderIds, 'day-closed')
  return unreached.map(({ name }) => name)
}
