import { z } from 'zod'
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

/** Who went beyond a limit and when, by `2026-11-20 09:00 <rider>`; a line that is swept from the log says so no more. */
export async function whoWentBeyond(rides: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entries = await prisma.auditEntry.findMany({
    where: { entity: 'ride', action: 'ride.horse', entityId: { in: [...rides] } },
    include: { actor: ACTOR },
    orderBy: { id: 'asc' },
  })
  const zone = getEnv().schoolTimezone
  return new Map(
    entries.flatMap(({ entityId, detail, actor, at }) =>
      (detail as { reason?: unknown }).reason
        ? [[entityId, `${actor ? displayName(actor) : 'someone'}, ${formatDayShort(dayInZone(zone, at))}`]]
        : [],
    ),
  )
}
