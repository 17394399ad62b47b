import { whenOf } from '~/models/schedule/week/lesson-changes.server'
import { rideKey } from '~/models/schedule/week/week'
import { officeLabel } from '~/models/vocabulary/attendance'
import { displayName } from '~/models/vocabulary/user'
import { Outdated } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { isOutdated } from '~/platform/version'
import type { Book } from './book'
import { type RideAt, rideState } from './ride-state'

/** @throws Outdated saying who changed the ride, and to what. */
export async function requireUnchanged(
  tx: Tx,
  book: Book,
  ride: RideAt & { name: string },
  version: string | undefined,
): Promise<void> {
  const state = rideState(book, ride)
  if (!isOutdated(version, state.version)) return
  const last = await lastRideChange(tx, rideKey(ride))
  const now = `${officeLabel(state.attendance)}, ${state.horse ? `on ${state.horse.horseName}` : 'no horse'}`
  throw new Outdated(
    `${last ?? 'Someone else'} changed this ride in the meantime. ${ride.name} is now: ${now}. Your change wasn't saved. Please check and try again.`,
    state.version,
  )
}

/** Returns the person and time of the last change; null without one. */
export async function lastRideChange(tx: Tx, key: string): Promise<string | null> {
  const entry = await tx.auditEntry.findFirst({
    where: { entity: 'ride', entityId: key },
    orderBy: { id: 'desc' },
    select: { at: true, actor: { select: { firstName: true, lastName: true, email: true } } },
  })
  if (!entry?.actor) return null
  return `${displayName(entry.actor)} (${whenOf(entry.at)})`
}
