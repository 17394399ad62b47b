import { z } from 'zod'
import { type Undone, undoChanges } from '~/models/schedule/change/undo.server'
import { lockHorse } from '~/models/schedule/horses/horse.server'
import type { RestPlanForm } from '~/models/schedule/horses/plan/horse-plan.schema'
import { refuseOlder } from '~/models/schedule/lessons/decide/older-plan'
import { lockWeek, lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import type { Rest } from '~/models/schedule/vocabulary/rest'
import { describeLessonChange } from '~/models/schedule/week/lesson-changes'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { isRefusal, notFound, Outdated, Refused, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, versionOf } from '~/platform/version'
import { dayOfWeek, formatDay, toDbDate } from '~/utils/dates'
import { planVersion, ridesHit } from './rest-plan.server'
import { assignHorsesOnDays } from './set-horses.server'

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

interface Rested {
  name: string
  /** Rides to come that it still has on its days of rest. */
  rides: number
  /** What to say of fields that someone else has changed in the meantime. */
  kept: string | undefined
  /** The line of the log, by which it can be undone. */
  change: number
}

/** @throws Refused if its last day is over. */
export function refuseOver({ until }: Pick<Rest, 'until'>): void {
  if (until && until < today()) throw new Refused('date_out_of_range', 'This day is over', 'until')
}

/**
 * Puts a horse to rest, or with null ends its rest; with `version` only what differs from it. Rides it has already stay, but for those that `also`
 * gives to other horses, as lines of the log.
 * @throws Refused 404, or if its last day is over; Outdated if someone else has changed the same field.
 */
export const restHorse = (
  actorId: string,
  id: number,
  rest: Rest | null,
  { version, also = async () => [] }: { version?: string; also?: () => Promise<number[]> } = {},
): Promise<Rested> =>
  withTx(async (tx) => {
    if (rest) refuseOver(rest)
    const horse = await lockHorse(tx, id)
    const { name } = horse
    const from = restFields(horse.rest)
    const { write, kept } = checkEdit<RestFields>(version, restFields(rest), from, TEXTS)
    const to = { ...from, ...write }
    await writeRest(tx, id, to)
    const detail = { name, from, to, changes: await also() }
    const change = await audit(tx, { actorId, action: 'horse.rest', entity: 'horse', entityId: id, detail })
    return { name, rides: (await ridesHit(id, to.onRest ? to : null, tx)).length, kept, change }
  })

const writeRest = (tx: Tx, id: number, { onRest, from, until, reason }: RestFields) =>
  tx.horse.update({
    where: { id },
    data: { onRest, restFrom: from && toDbDate(from), restUntil: until && toDbDate(until), restReason: reason },
  })

/**
 * A horse's rest and other horses for its rides, in one change; without `rest` the horses alone, as it rests already.
 * @returns how many rides changed, and the lines of the log, by which it can be undone.
 * @throws Refused as `refuseOlder`, `restHorse`, and `assignHorsesOnDays`.
 */
export const restWithPlan = (
  actorId: string,
  id: number,
  rest: Rest | undefined,
  { days, overReason, version }: RestPlanForm,
): Promise<{ name: string; assigned: number; left: number; changes: number[] }> =>
  withTx(async (tx) => {
    const dates = days.map(({ date }) => date)
    await lockWeekdays(tx, dates.map(dayOfWeek))
    const { name, rest: saved } = await lockHorse(tx, id)
    const asked = rest ?? saved
    refuseOlder(version, await planVersion(id, asked, tx))
    let assigned = 0
    const assign = async () => {
      const done = await assignHorsesOnDays(actorId, days, overReason)
      assigned = done.assigned
      return done.changes
    }
    const changes = rest ? [(await restHorse(actorId, id, rest, { also: assign })).change] : await assign()
    return { name, assigned, left: (await ridesHit(id, asked, tx)).length, changes }
  })

const fieldsSchema = z.object({
  onRest: z.boolean(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
})
const lineSchema = z.object({ name: z.string(), from: fieldsSchema, to: fieldsSchema, changes: z.array(z.number()) })

/**
 * Puts a rest back as it was, and the horses that changed with it. Its own line of the log can be undone as well. Rides that all
 * were changed since, or that no horse can go back to, stay: the rest ends all the same.
 * @throws Refused 404 if the log does not know it; 409 if the rest was changed since, or as `undoChanges`.
 */
export const undoRest = (actorId: string, line: number): Promise<Undone & { changes: number[] }> =>
  withTx(async (tx) => {
    const entry = await tx.auditEntry.findFirst({ where: { id: line, action: 'horse.rest' } })
    if (!entry) throw notFound('This change is too old to undo')
    const { entityId } = entry
    const action = 'horse.rest'
    const { name, from, to, changes } = lineSchema.parse(entry.detail)
    if (changes.length > 0) await lockWeek(tx)
    const { id, rest } = await lockHorse(tx, Number(entityId))
    await refuseUndone(tx, action, line)
    if (versionOf(restFields(rest)) !== versionOf(to)) {
      throw new Outdated(`Someone has changed the rest of ${name} since. Nothing was undone.`)
    }
    await writeRest(tx, id, from)
    const rides = await undoRides(tx, actorId, changes)
    const what = [describeLessonChange({ action, entityId, detail: { name, from, to, changes } }, today())]
    const detail = { name, from: to, to: from, changes: rides?.changes ?? [], of: [line], what }
    const undone = await audit(tx, { actorId, action, entity: 'horse', entityId, detail })
    return { what, kept: rides?.kept ?? 0, off: rides?.off ?? [], day: rides?.day ?? today(), changes: [undone] }
  })

/** @throws Refused 409 if a line of the log was undone already. */
export async function refuseUndone(tx: Tx, action: string, line: number): Promise<void> {
  const isOf = { action, detail: { path: ['of'], array_contains: [line] } }
  if ((await tx.auditEntry.count({ where: isOf })) > 0) throw new Refused('already_done', 'This was undone already.')
}

/** The horses that changed with something else; null if none did. Rides that all were changed since stay. */
export const undoRides = async (tx: Tx, actorId: string, changes: readonly number[]) =>
  changes.length > 0 ? undoChanges(actorId, changes, { db: tx }).catch(allStay(changes)) : null

/** What is undone of rides that `undoChanges` refuses before it writes anything. */
const allStay =
  (changes: readonly number[]) =>
  (error: unknown): Omit<Awaited<ReturnType<typeof undoChanges>>, 'what'> => {
    if (!isRefusal(error, 'already_done') && !isRefusal(error, 'in_the_way')) throw error
    const off = error instanceof RefusedList ? [...error.reasons] : []
    return { kept: off.length > 0 ? 0 : changes.length, off, day: today(), changes: [] }
  }
