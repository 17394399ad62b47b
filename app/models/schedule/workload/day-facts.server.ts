import { z } from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, formatDayShort, type LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { hotDays, hotLimits } from './hot-days.server'
import { type RestLine, restOnDay } from './rest-record'
import type { DayFacts } from './workload'

const lineSchema = z.object({
  of: z.array(z.number()).default([]),
  to: z.object({
    onRest: z.boolean(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    reason: z.string().nullable(),
  }),
})

const ACTOR = { select: { firstName: true, lastName: true, email: true } } as const

/** What the days of horses have besides work. Lines about rest are never swept from the log. */
export async function dayFacts(
  from: LocalDate,
  to: LocalDate,
  horses: readonly { horseId: number; dayLimit: number }[],
): Promise<(horseId: number, date: LocalDate) => DayFacts> {
  const [entries, hot, limits] = await Promise.all([
    prisma.auditEntry.findMany({
      where: { entity: 'horse', action: 'horse.rest', entityId: { in: horses.map(({ horseId }) => String(horseId)) } },
      include: { actor: ACTOR },
      orderBy: { id: 'asc' },
    }),
    hotDays(from, to),
    hotLimits(prisma, from, to),
  ])
  const zone = getEnv().schoolTimezone
  const lines = entries.flatMap(({ id, at, actor, entityId, detail }): (RestLine & { horse: number })[] => {
    const { data } = lineSchema.safeParse(detail)
    const by = actor && displayName(actor)
    return data ? [{ id, horse: Number(entityId), on: dayInZone(zone, at), by, of: data.of, ...data.to }] : []
  })
  const byHorse = groupBy(lines, ({ horse }) => horse)
  const usual = new Map(horses.map(({ horseId, dayLimit }) => [horseId, dayLimit]))
  return (horseId, date) => {
    const rest = restOnDay(byHorse.get(horseId) ?? [], date)
    return {
      resting: rest && sayRest(rest),
      fewer: hot.find((day) => day.date === date)?.fewer ?? 0,
      limit: limits(horseId, date) ?? usual.get(horseId) ?? 0,
    }
  }
}

/** Returns `abscess, Nov 26 – Dec 5 (Ann Office)`. */
function sayRest({ reason, from, on, until, by }: RestLine): string {
  const days = `${formatDayShort(from ?? on)} – ${until ? formatDayShort(until) : 'open'}`
  return `${[reason, days].filter(Boolean).join(', ')}${by ? ` (${by})` : ''}`
}

const reasonSchema = z.object({
  reason: z.string(),
  rows: z.object({ horses: z.object({ after: z.array(z.object({ id: z.number() })) }) }),
})

/** Who went beyond a limit and when, by the ID of a horse's ride. Those log entries are never swept. */
export async function whoWentBeyond(
  rides: readonly { id: number; key: string }[],
): Promise<ReadonlyMap<number, string>> {
  const atRide = await reasonsIn({ entityId: { in: rides.map(({ key }) => key) } })
  const missing = rides.map(({ id }) => id).filter((id) => !atRide.has(id))
  if (missing.length === 0) return atRide
  // A ride that moved, or whose account was merged, keeps its ID.
  const lines = await prisma.$queryRaw<{ id: number }[]>`
    SELECT id FROM audit_log WHERE entity = 'ride' AND action = 'ride.horse' AND detail->>'reason' IS NOT NULL
      AND EXISTS (SELECT FROM jsonb_array_elements(detail #> '{rows,horses,after}') line WHERE (line->>'id')::integer = ANY(${missing}))`
  const elsewhere = await reasonsIn({ id: { in: lines.map(({ id }) => id) } })
  return new Map([...elsewhere, ...atRide])
}

async function reasonsIn(where: Prisma.AuditEntryWhereInput): Promise<Map<number, string>> {
  const entries = await prisma.auditEntry.findMany({
    where: { ...where, entity: 'ride', action: 'ride.horse' },
    include: { actor: ACTOR },
    orderBy: { id: 'asc' },
  })
  const zone = getEnv().schoolTimezone
  return new Map(
    entries.flatMap(({ detail, actor, at }) => {
      const { data } = reasonSchema.safeParse(detail)
      const said = `${actor ? displayName(actor) : 'someone'}, ${formatDayShort(dayInZone(zone, at))}`
      return (data?.rows.horses.after ?? []).map(({ id }): [number, string] => [id, said])
    }),
  )
}
