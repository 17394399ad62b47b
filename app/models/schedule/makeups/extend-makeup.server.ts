import { NO_END, notOpenReason } from '~/models/vocabulary/makeup'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { Outdated, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { formatDay, type LocalDate, toDbDate } from '~/utils/dates'
import { type LockedMakeup, lockMakeup } from './lock-makeup.server'

/**
 * Extends a makeup's validity, even of one that has expired.
 * @throws Refused 404 without it; 400 for a day that is not later; 409 if it is booked, used or withdrawn.
 */
export const extendMakeup = (
  actorId: string,
  id: number,
  { until, reason }: { until: LocalDate; reason: string },
  /** Runs in the same transaction, with the ID of the log entry. */
  also?: (tx: Tx, makeup: LockedMakeup, change: number) => Promise<void>,
): Promise<void> =>
  withTx(async (tx) => {
    const makeup = await lockMakeup(tx, id)
    const { riderId, type, state, until: before } = makeup
    if (state !== 'open' && state !== 'expired') throw new Refused('makeup_closed', notOpenReason(state))
    if (before === NO_END) throw new Refused('nothing_to_do', 'This makeup has no end.')
    if (until < today()) throw new Refused('date_out_of_range', 'Choose a day to come', 'until')
    if (until <= before || until >= NO_END) {
      throw new Refused('date_out_of_range', `Choose a day after ${formatDay(before)}`, 'until')
    }
    const days = { validTo: toDbDate(until), extendedFrom: toDbDate(before), extendedTo: toDbDate(until) }
    await tx.makeup.update({ where: { id }, data: { ...days, extendedBy: actorId, extendReason: reason } })
    const detail = { makeup: id, type, from: before, until, reason }
    const entry = { actorId, action: 'makeup.extend', entity: 'student', entityId: riderId, detail } as const
    const change = await audit(tx, entry)
    await also?.(tx, makeup, change)
  })

/**
 * Undoes the last `extendMakeup`.
 * @throws Refused 404 without it; 409 if it was not extended, is booked after that day, or has changed since.
 */
export const undoExtension = (actorId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    const { riderId, type, state, until, extendedFrom, extendedTo, bookedDate } = await lockMakeup(tx, id)
    if (state === 'revoked') throw new Refused('makeup_closed', notOpenReason(state))
    if (!extendedFrom) throw new Refused('nothing_to_do', 'This makeup was not extended.')
    if (until !== extendedTo) {
      throw new Outdated('Someone just extended this makeup for another reason.')
    }
    if (bookedDate && bookedDate > extendedFrom) {
      throw new Refused('in_use', 'This makeup is booked after that day. Take the rider off that lesson first.')
    }
    const none = { extendedFrom: null, extendedTo: null, extendedBy: null, extendReason: null }
    await tx.makeup.update({ where: { id }, data: { ...none, validTo: toDbDate(extendedFrom) } })
    const detail = { makeup: id, type, until: extendedFrom }
    await audit(tx, { actorId, action: 'makeup.extend-undo', entity: 'student', entityId: riderId, detail })
  })
