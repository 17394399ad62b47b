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

interface Line {
  /** The first line of its change. */
  head: number
  action: string
  from?: string | null
  to?: string | null
  rows?: RowChanges
}

/** As many changes of an absence, as from one without a makeup to one with, are looked through. */
const LINES = 6

/** Returns the horse that was freed together with the mark since which the rider has been away; null if nothing shows one. */
async function horseFreed(tx: Tx, { ride, was }: Plan): Promise<number | null> {
  const entries = await tx.auditEntry.findMany({
    where: { entity: 'ride', entityId: rideKey(ride), action: { in: ['ride.horse', 'ride.attendance'] } },
    orderBy: { id: 'desc' },
    take: LINES,
    select: { id: true, action: true, detail: true },
  })
  const lines = entries.map(({ id, action, detail }): Line => {
    const { with: head = id, ...rest } = detail as Omit<Line, 'action' | 'head'> & { with?: number }
    return { ...rest, head, action }
  })
  const horse = lines.find(({ action }) => action === 'ride.horse')
  if (!horse || horse.to !== null) return null
  const marks = lines.filter(({ action, head }) => action === 'ride.attendance' && head >= horse.head)
  const since = marks.pop()
  if (since?.head !== horse.head || (marks[0] ?? since).to !== was.attendance) return null
  if (!marks.every(({ from = null }) => isAway({ attendance: from }))) return null
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
  return horse?.isActive ? `${horse.name} did not come back: ${refused.message}` : 'Its horse is no longer here.'
}

const asRefused = (error: unknown): Refused => {
  if (error instanceof Refused) return error
  throw error
}
