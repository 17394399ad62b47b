import { teachingChangedEmail } from '~/emails/notices/teaching-changed'
import { type ChangedLine, readToldAway, readToldLesson, withoutRepeats } from '~/models/notices/told-rides'
import type { DueDay } from '~/models/notices/told-rides.server'
import { sayClosed } from '~/models/schedule/closing/closed-day'
import { closingsOf } from '~/models/schedule/closing/closings.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { rideKey } from '~/models/schedule/week/week'
import { displayName } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { instantInZone, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import type { TimeOfDay } from '~/utils/time-of-day'
import { queueNotice } from './queue-notice.server'

/** Notifies instructors of changes to the lessons that they teach, and of absences. Returns how many were notified. */
export async function notifyInstructors(tx: Tx, days: readonly DueDay[]): Promise<number> {
  if (days.length === 0) return 0
  const closings = await closingsOf([...new Set(days.map(({ date }) => date))], tx)
  const [names, rides] = [await namesOf(tx, days), await ridesOf(tx, days)]
  const { told } = await queueNotice(tx, {
    kind: 'teaching-changed',
    riderIds: days.map(({ riderId }) => riderId),
    keyOf(id) {
      const first = days.find(({ riderId }) => riderId === id)
      return `teaching-changed:${id}:${first?.date}:${(first?.told ?? 0) + 1}`
    },
    compose(letter, [instructor]) {
      const own = days.filter(({ riderId }) => riderId === instructor?.id)
      const lines = withoutRepeats(own.map((day): ChangedLine => ({ ...day, name: '' })))
      const changes = lines.map((line) => {
        const lessons = line.present.filter((one) => !readToldAway(one)).map(readToldLesson)
        return { ...line, closed: sayClosed(closings[line.date], lessons) }
      })
      const startOf = (date: LocalDate, time: TimeOfDay) => instantInZone(date, time, getEnv().schoolTimezone).getTime()
      const starts = own.flatMap(({ date, known, present }) =>
        [...known, ...present].map((line) => startOf(date, line.slice(0, 5))),
      )
      const begins = new Date(Math.min(...starts.filter((start) => start > now().getTime())))
      const dayUrl = `${getEnv().appUrl}${paths.teaching({ date: lines[0]?.date })}`
      return { ...teachingChangedEmail({ ...letter, changes, names, rides, dayUrl }), begins }
    },
  })
  return told
}

/** Returns the rides of riders whose absence is gone: they are coming after all, or have left the lesson. */
async function ridesOf(tx: Tx, days: readonly DueDay[]): Promise<ReadonlySet<string>> {
  const isBack = ({ known, present }: DueDay) => known.some((one) => readToldAway(one) && !present.includes(one))
  const dates = new Set(days.filter(isBack).map(({ date }) => date))
  const rides = new Set<string>()
  for (const date of dates) {
    for (const { time, riders } of await lessonsOn(date, tx))
      for (const { riderId } of riders) rides.add(rideKey({ riderId, date, time }))
  }
  return rides
}

/** Returns the names of the riders who have called off. */
async function namesOf(tx: Tx, days: readonly DueDay[]): Promise<ReadonlyMap<string, string>> {
  const ids = days.flatMap(({ known, present }) =>
    [...known, ...present].flatMap((one) => readToldAway(one)?.riderId ?? []),
  )
  const riders = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  return new Map(riders.map((rider) => [rider.id, displayName(rider)]))
}
