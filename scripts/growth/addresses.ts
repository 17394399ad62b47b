import type { RouteConfigEntry } from '@remix-run/route-config'
import { table } from '../../app/api'
import routes from '../../app/routes'
import { addDays, type LocalDate, monthEnd, monthStart, yearOf } from '../../app/utils/dates'
import { DOORS } from '../../test/doors/table'
import { FAMILY } from './fill-school'

export type Asker = 'visitor' | 'family' | 'instructor' | 'office'

export interface Address {
  path: string
  by: Asker
}

/** What exists in a filled school. `day` is one of last week, with `taught` lessons. */
interface Known {
  today: LocalDate
  day: LocalDate
  ids: Parameters<NonNullable<(typeof DOORS)[string]['at']>>[0]
}

/** Addresses with the longest queries of a screen or a call, in addition to those without a query. */
const ASKED = ({ day, today }: Known): Address[] => [
  ...[
    `/admin?day=${day}`,
    `/admin/day?date=${day}`,
    `/admin/day/horses?date=${day}`,
    `/admin/day/horses?date=${day}&last-week=on`,
    `/admin/day/close?date=${addDays(today, 7)}`,
    `/admin/not-recorded?from=${addDays(today, -240)}`,
    '/admin/not-recorded?page=5',
    `/horses/tracking?week=${day}`,
    `/horses/workload?from=${addDays(today, -364)}&to=${today}`,
    '/search?q=hazel',
    '/search?q=zzzz',
    '/students?filter=unpaid',
    '/students?search=hazel',
    '/students-management?page=5',
    '/payments?page=20',
    '/payments/by-month?q=hazel',
    `/api/admin/lessons?startDate=${addDays(today, -180)}&endDate=${addDays(today, 180)}`,
  ].map((path) => ({ path, by: 'office' as const })),
  ...['/?tab=history', '/?tab=payments', '/?tab=scheduled', '/ride-history?page=5'].map((path) => ({
    path,
    by: 'family' as const,
  })),
  { path: `/teaching?date=${day}`, by: 'instructor' },
]

/**
 * Lists every address of the route map that shows something, and every GET of the OpenAPI document, with parameters
 * that find something.
 */
export const addressesOf = (known: Known): Address[] => [...pages(known), ...calls(known), ...ASKED(known)]

function pathsOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    return [...(path !== undefined || index ? [`/${address}`] : []), ...pathsOf(children, address)]
  })
}

function pages({ ids }: Known): Address[] {
  return pathsOf(routes as RouteConfigEntry[]).flatMap((pattern) => {
    const door = DOORS[pattern]
    if (!door || typeof door.look === 'number' || pattern === '/logout') return []
    const path = door.at?.(ids) ?? pattern
    const by = {
      anyone: 'family',
      'signed-in': 'family',
      staff: 'instructor',
      viewer: 'family',
      office: 'office',
    } as const
    return [{ path, by: door.look === 'instructor' ? 'instructor' : by[door.look] }]
  })
}

function calls({ today, day, ids }: Known): Address[] {
  const month = monthStart(today).slice(0, 7)
  const inPath: Record<string, string> = { id: ids.rider, userId: ids.rider, year: String(yearOf(today)), date: day }
  const inQuery: Record<string, string> = {
    ...{ startDate: monthStart(today), endDate: monthEnd(today), start_date: monthStart(today), end_date: today },
    ...{
      week: day,
      date: day,
      from: addDays(today, -27),
      to: today,
      month,
      year: String(yearOf(today)),
      upcoming: 'false',
    },
  }
  return Object.values(table)
    .flat()
    .filter(({ method }) => method === 'get')
    .map(({ path, for: caller, query }) => {
      const filled = path.startsWith('/temporary-lessons')
        ? path.replace('{id}', day)
        : path.replace(/\{(\w+)\}/g, (_, name) => inPath[name] ?? name)
      const asked = Object.keys(query?.shape ?? {}).flatMap((name) => (inQuery[name] ? [[name, inQuery[name]]] : []))
      const search = asked.length ? `?${new URLSearchParams(asked)}` : ''
      const by = { anyone: 'family', viewer: 'family', admin: 'office', instructor: 'instructor' } as const
      return { path: `/api${filled}${search}`, by: by[caller] }
    })
}

/** Reads from the database what a filled school has. */
export async function knownOf(
  ask: (sql: string) => Promise<string>,
  { today, day }: Pick<Known, 'today' | 'day'>,
): Promise<Known> {
  const slot = `${day}/10:00/Group%20Lesson`
  const rider = FAMILY.account
  return {
    today,
    day,
    ids: {
      rider,
      slot,
      taught: await ask(
        `SELECT '${day}/' || w.scheduled_time || '/Group%20Lesson/' || w.student_id FROM weekly_schedule w JOIN users u ON u.id = w.instructor_id
         WHERE u.email = 'coach@stirrup.example' AND w.student_id LIKE 'r0-%' AND w.day_of_week = extract(dow FROM '${day}'::date) LIMIT 1`,
      ),
      horse: await ask('SELECT max(id) FROM horses'),
      event: await ask('SELECT min(id) FROM events'),
      instructor: await ask("SELECT min(id) FROM users WHERE role = 'instructor'"),
      payment: await ask(
        `SELECT id FROM payment_transactions WHERE user_id = '${rider}' AND status = 'succeeded' ORDER BY provider_created_at DESC LIMIT 1`,
      ),
      seat: await ask(
        `SELECT replace(student_id || ' ' || day_of_week || ' ' || scheduled_time || ' ' || lesson_type, ' ', '+') FROM weekly_schedule
         WHERE student_id LIKE 'r0-%' AND deleted_from_date IS NULL LIMIT 1`,
      ),
      lesson: await ask(
        `SELECT replace(day_of_week || ' ' || scheduled_time || ' ' || lesson_type, ' ', '+') FROM weekly_schedule
         WHERE student_id LIKE 'r0-%' AND deleted_from_date IS NULL LIMIT 1`,
      ),
      waiver: await ask(`SELECT id FROM waiver_signatures WHERE signer_id = '${rider}' LIMIT 1`),
    },
  }
}
