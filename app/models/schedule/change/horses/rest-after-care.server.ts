import { lockHorse } from '~/models/schedule/horses/horse.server'
import { formatRest, type Rest } from '~/models/schedule/vocabulary/rest'
import { doCare, undoCare } from '~/models/schedule/workload/care.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import { restHorse, undoRest } from './rest-horse.server'
import { ridesHit } from './rest-plan.server'

/**
 * Notes that care was done, and puts the horse to rest from that day on, both or neither; with rides on those days it rests once they are planned.
 * @throws Refused as `doCare`; 409 if it rests as long already, or is to rest later.
 */
export const doCareAndRest = (
  actorId: string,
  horseId: number,
  { restUntil: until, ...done }: Parameters<typeof doCare>[2] & { restUntil: LocalDate | null },
) =>
  withTx(async (tx) => {
    const care = await doCare(actorId, horseId, done)
    if (!until) return care
    const rest = { from: done.doneOn, until, reason: care.kind }
    refuseOther((await lockHorse(tx, horseId)).rest, rest)
    if ((await ridesHit(horseId, rest, tx)).length > 0) return { ...care, toPlan: rest }
    const { change } = await restHorse(actorId, horseId, rest)
    return { ...care, rest, change }
  })

/** A horse has one rest: the new one would end or replace it. */
function refuseOther(saved: Rest | null, { from, until }: { from: LocalDate; until: LocalDate }): void {
  const said = formatRest(saved, today())
  if (!saved || !said) return
  const isWithin = saved.until !== null && saved.until < until && (saved.from === null || saved.from <= from)
  if (!isWithin) throw new Refused('in_the_way', `${said}. Leave this blank, or change that rest`, 'restUntil')
}

/** @throws Refused as `undoCare` and `undoRest`. */
export const undoCareAndRest = (
  actorId: string,
  horseId: number,
  { line, rest }: { line: number; rest?: number },
): Promise<void> =>
  withTx(async () => {
    if (rest) await undoRest(actorId, rest)
    await undoCare(actorId, horseId, line)
  })
