import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import { formatTimeOfDay, minuteOfDay } from '~/utils/time-of-day'
import { type LessonTimes, lessonTimesOf } from './lesson-times'
import type { LessonTimesData } from './lesson-times.schema'
import { type Setting, saveSetting, writeSchool } from './settings-changes.server'

export const LESSON_TIMES: Setting = { entity: 'school', entityId: 'lesson-times' }

export const findLessonTimes = async (db: Db = prisma): Promise<LessonTimes> =>
  lessonTimesOf(
    await db.school.findUnique({
      where: { id: 1 },
      select: { firstLesson: true, lastLesson: true, lessonStep: true, lessonLengths: true, arenas: true },
    }),
  )

/** Returns the values as the settings show them. */
export const lessonTimesData = ({ first, last, step, lengths, arenas }: LessonTimes): LessonTimesData => ({
  firstLesson: first,
  lastLesson: last,
  lessonStep: step,
  lessonLengths: lengths.join(', '),
  arenas: arenas.join(', ') || null,
})

/** Saves the times. Existing lessons stay as they are. @throws Outdated if someone else changed the same field. */
export const saveLessonTimes = (actorId: string, sent: LessonTimesData, version?: string) =>
  saveSetting(
    actorId,
    {
      setting: LESSON_TIMES,
      action: 'school.lesson-times',
      read: async (tx) => lessonTimesData(await findLessonTimes(tx)),
      check: (saved) => requireOneDay(lessonTimesOf(saved)),
      write: writeSchool,
    },
    sent,
    version,
  )

/** Returns the names of arenas that lessons of today or later are in, though the school has them no longer. */
export async function formerArenas(today: LocalDate): Promise<string[]> {
  const { arenas } = await findLessonTimes()
  const rows = await prisma.$queryRaw<{ arena: string }[]>`
    SELECT arena FROM weekly_schedule
    WHERE is_active AND arena <> ALL(${[...arenas]}) AND (deleted_from_date IS NULL OR deleted_from_date > ${today}::date)
    UNION SELECT arena FROM temporary_lessons
    WHERE arena <> '' AND arena <> ALL(${[...arenas]}) AND lesson_date >= ${today}::date
    ORDER BY arena`
  return rows.map(({ arena }) => arena)
}

function requireOneDay({ first, last, lengths }: LessonTimes): void {
  if (last < first) throw new Refused('invalid', `Choose ${formatTimeOfDay(first)} or later`, 'lastLesson')
  const longest = Math.max(...lengths)
  if (minuteOfDay(last) + longest <= 24 * 60) return
  throw new Refused('invalid', `A lesson of ${longest} minutes would end after midnight`, 'lastLesson')
}
