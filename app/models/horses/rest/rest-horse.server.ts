import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, type Shown } from '~/platform/version'
import { formatDay, toDbDate } from '~/utils/dates'
import { lockHorse } from '../horse.server'
import type { Rest } from './rest'
import { ridesAtRest } from './rides-ahead.server'

/** A rest as a form has it, field by field. */
type RestFields = Rest & { onRest: boolean }

export const restFields = (rest: Rest | null): RestFields => ({
  onRest: rest !== null,
  from: rest?.from ?? null,
  until: rest?.until ?? null,
  reason: rest?.reason ?? null,
})

const day = (text: string) => (text ? formatDay(text) : 'open')

const TEXTS: FieldTexts<RestFields> = {
  onRest: { label: 'resting', show: (on) => (on ? 'yes' : 'no') },
  from: { label: 'rest from', show: day },
  until: { label: 'last day of rest', show: day },
  reason: { label: 'reason' },
}

/**
 * Puts a horse to rest, or with null ends its rest; with `shown` only what differs from it. Rides it has already stay.
 * @returns how many of those are on its days of rest, and what to say of fields that somebody else has changed meanwhile.
 * @throws Refused 404, or if its last day is over; Outdated if somebody else has changed the same field.
 */
export const restHorse = (
  actorId: string,
  id: number,
  rest: Rest | null,
  shown: Shown | null = null,
): Promise<{ name: string; rides: number; kept: string | undefined }> =>
  withTx(async (tx) => {
    if (rest?.until && rest.until < today()) throw new Refused('date_out_of_range', 'This day is over', 'until')
    const horse = await lockHorse(tx, id)
    const { name } = horse
    const from = restFields(horse.rest)
    const { write, kept } = checkEdit<RestFields>(shown, restFields(rest), from, TEXTS)
    const to = { ...from, ...write }
    const data = {
      onRest: to.onRest,
      restFrom: to.from && toDbDate(to.from),
      restUntil: to.until && toDbDate(to.until),
      restReason: to.reason,
    }
    await tx.horse.update({ where: { id }, data })
    await audit(tx, { actorId, action: 'horse.save', entity: 'horse', entityId: id, detail: { name, from, to } })
    return { name, rides: (await ridesAtRest(id, tx)).length, kept }
  })
