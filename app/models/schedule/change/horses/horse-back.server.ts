import type { Plan } from '~/models/schedule/attendance/ride-plan'
import { checkLimits } from '~/models/schedule/horses/horse-limit.server'
import type { Book } from '~/models/schedule/snapshot/book'
import type { RowChanges } from '~/models/schedule/snapshot/book-rows.server'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { rideKey } from '~/models/schedule/week/week'
import { isAway } from '~/models/vocabulary/away'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'

/** A ride whose rider comes after all, and the horse that the absence had freed. */
interface ComesBack {
  plan: Plan
  horseId: number
}

/** Returns the rides that can get a horse back: their rider was away until now, and nobody chose a horse. */
export async function comeBack(tx: Tx, plans: readonly Plan[]): Promise<ComesBack[]> {
  const back: ComesBack[] = []
  for (const plan of plans) {
    if (!isAway(plan.was) || isAway(plan) || plan.horseId !== null) continue
    const horseId = await horseFreed(tx, plan)
    if (horseId !== null) back.push({ plan, horseId })
  }
  return back
}

/** Returns the horse that the ride's last change freed together with its mark; null if it was another change. */
async function horseFreed(tx: Tx, { ride, was }: Plan): Promise<number | null> {
  const lines = await tx.auditEntry.findMany({
    where: { entity: 'ride', entityId: rideKey(ride), action: { in: ['ride.horse', 'ride.attendance'] } },
    orderBy: { id: 'desc' },
    take: 2,
    select: { id: true, action: true, detail: true },
  })
  const detailOf = (action: string) => {
    const line = lines.find((one) => one.action === action)
    return line && { head: line.id, ...(line.detail as { with?: number; to?: string | null; rows?: RowChanges }) }
  }
  const [mark, horse] = [detailOf('ride.attendance'), detailOf('ride.horse')]
  if (!mark || !horse || mark.to !== was.attendance || horse.to !== null) return null
  if ((mark.with ?? mark.head) !== (horse.with ?? horse.head)) return null
  const id = horse.rows?.horses?.before[0]?.horse_id
  return typeof id === 'number' ? id : null
}

/** Returns why the horse does not go back to the ride, as a sentence; null if it does: it is there, free, rested, and within its limits. */
export async function whyNotBack(
  tx: Tx,
  book: Book,
  { plan: { ride, lesson }, horseId }: ComesBack,
  horses: readonly HorseRow[],
): Promise<string | null> {
  const horse = horses.find(({ id }) => id === horseId)
  const others = book.horses.filter((use) => use.horseId === horseId && use.date === ride.date)
  const at = { date: ride.date, time: ride.time, duration: lesson.duration }
  const busy = others.find((use) => overlaps(use, at))
  if (busy) return `${busy.horseName} goes with ${busy.riderName} now, so this ride has no horse yet.`
  const refused = await checkLimits(tx, horse, { ...at, others }, undefined).then(() => null, asRefused)
  if (!refused) return null
  return horse ? `${horse.name} did not come back: ${refused.message}` : 'Its horse is no longer here.'
}

const asRefused = (error: unknown): Refused => {
  if (error instanceof Refused) return error
  throw error
}
