import { rideChangedEmail } from '~/emails/notices/ride-changed'
import { ridersOfNewcomers } from '~/models/imports/import.server'
import { readersOf } from '~/models/notices/readers.server'
import { type ChangedLine, isAsTold, withoutRepeats } from '~/models/notices/told-rides'
import { type DueDay, settle, takeDueDays } from '~/models/notices/told-rides.server'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { instantInZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'
import { notifyInstructors } from './teaching-changes.server'

/** The most families per transaction, and transactions per run: the rest waits for the next run. */
const FAMILIES = 50
const BATCHES = 40

/**
 * Notifies families and instructors of changes to their rides and lessons, minutes after the last change. Returns how
 * many were notified.
 */
export async function notifyRideChanges(): Promise<number> {
  let told = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const done = await withTx(notifyBatch)
    if (done === null) break
    told += done
  }
  return told
}

/** Handles one batch; null if nothing is due. */
async function notifyBatch(tx: Tx): Promise<number | null> {
  const due = await takeDueDays(tx, FAMILIES)
  if (due.length === 0) return null
  const unknowing = new Set(await ridersOfNewcomers(tx))
  const changed = due.filter((day) => !day.teaches && !unknowing.has(day.riderId) && isWorthTelling(day))
  const moved = new Set(changed.filter((day) => isKnown(day)).map(({ riderId }) => riderId))
  const isNew = (day: DueDay) => !isKnown(day) && !day.announced && !moved.has(day.riderId)
  const reminded = await remindedRiders(tx, changed.filter(isNew))
  const toTell = changed.filter((day) => !isNew(day) || day.date === today() || !reminded.has(day.riderId))
  const { told } = await queueNotice(tx, {
    kind: 'ride-changed',
    riderIds: toTell.map(({ riderId }) => riderId),
    keyOf: (_, riders) => {
      const first = toTell.find(({ riderId }) => riders.some(({ id }) => id === riderId))
      return `ride-changed:${first?.riderId}:${first?.date}:${(first?.told ?? 0) + 1}`
    },
    compose(letter, riders) {
      const theirs = riders.flatMap(({ id, name }) =>
        toTell.filter(({ riderId }) => riderId === id).map((day): ChangedLine => ({ ...day, name })),
      )
      const changes = withoutRepeats(theirs)
      const begins = new Date(Math.min(...theirs.flatMap(startsOf).filter((start) => start > now().getTime())))
      return {
        ...rideChangedEmail({ ...letter, changes, ridesUrl: `${getEnv().appUrl}${paths.scheduledRides()}` }),
        begins,
      }
    },
  })
  const teaching = due.filter((day) => day.teaches && isWorthTelling(day))
  const isTold = new Set([...toTell, ...teaching])
  const toInstructors = await notifyInstructors(tx, teaching)
  await settle(tx, due, (day) => isTold.has(day))
  return told + toInstructors
}

/** Returns the riders of families that want reminders: a place that is simply new is announced by its reminder, the day before. */
async function remindedRiders(tx: Tx, days: readonly DueDay[]): Promise<Set<string>> {
  if (days.length === 0) return new Set()
  const { readers } = await readersOf(
    tx,
    days.map(({ riderId }) => riderId),
    'ride-reminder',
  )
  return new Set(readers.flatMap(({ riders }) => riders.map(({ id }) => id)))
}

const startsOf = ({ date, known, present }: Pick<DueDay, 'date' | 'known' | 'present'>): number[] =>
  [...known, ...present].map((lesson) => instantInZone(date, lesson.slice(0, 5), getEnv().schoolTimezone).getTime())

const isWorthTelling = (day: DueDay): boolean =>
  !isAsTold(day.known, day.present) && startsOf(day).some((start) => start > now().getTime())

const isKnown = ({ known, told, isReminded }: DueDay): boolean => known.length > 0 || told > 0 || isReminded
