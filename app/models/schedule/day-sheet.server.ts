import { counterOf } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { prisma } from '~/platform/db.server'
import type { LocalDate } from '~/utils/dates'
import { loadRoster, type RosterRider } from './roster.server'

export interface SheetRider extends Pick<RosterRider, 'riderId' | 'name' | 'attendance' | 'version'> {
  horse: string | null
  /** Of this ride, and the newest about the rider. */
  note: string
  /** Of the lesson's counter; absent if the type is logged only. */
  used?: number
  allowed?: number
}

export interface SheetLesson {
  time: string
  type: string
  color: string
  riders: SheetRider[]
}

/** Three queries, however many lessons. */
export async function loadDaySheet(date: LocalDate): Promise<SheetLesson[]> {
  const { days, types } = await loadRoster({ from: date, to: date })
  const lessons = days[0]?.lessons ?? []
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const [allowances, notes] = await Promise.all([allowancesOf(riderIds, date, date), notesOn(date, riderIds)])
  const noteOf = (riderId: string, time: string) =>
    notes
      .filter((note) => note.riderId === riderId && (note.time === null || note.time === time))
      .map(({ text }) => text)
      .join(' · ')
  return lessons.map(({ time, type, riders }) => {
    const rideType = types.find(({ name }) => name === type)
    return {
      time,
      type,
      color: rideType?.color ?? '',
      riders: riders.map(({ riderId, name, attendance, version, horse }) => {
        const month = allowances.get(riderId)?.[0]
        return {
          riderId,
          name,
          attendance,
          version,
          horse: horse?.name ?? null,
          note: noteOf(riderId, time),
          ...(month && counterOf(month, rideType?.counter ?? null)),
        }
      }),
    }
  })
}

/** The notes of the day's rides, then each rider's newest note, which has no time. */
const notesOn = (date: LocalDate, riderIds: string[]) =>
  prisma.$queryRaw<{ riderId: string; time: string | null; text: string }[]>`
    SELECT student_id AS "riderId", scheduled_time AS time, notes AS text FROM lessons
    WHERE scheduled_date = ${date}::date AND btrim(notes) <> ''
    UNION ALL (SELECT DISTINCT ON (student_id) student_id, NULL, text FROM student_notes
      WHERE student_id = ANY(${riderIds}) ORDER BY student_id, id DESC)`
