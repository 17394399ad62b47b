import { request as httpRequest } from 'node:http'
import type { Client } from 'pg'
import { PlainBrowser } from '../harness/plain-browser'
import { openSampleSchool, openSampleSession } from '../harness/sample-school'

/**
 * The actors: nobody, a forged session, an account that was blocked or removed while signed in, a former administrator,
 * a rider, another family, a family without a profile, an instructor, the office.
 */
export const ACTORS = [
  'nobody',
  'forged',
  'blocked',
  'removed',
  'former',
  'rider',
  'family',
  'newcomer',
  'instructor',
  'admin',
] as const
export type Actor = (typeof ACTORS)[number]

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

export interface DoorSchool {
  url: string
  /** Sends a request exactly as given, with the actor's cookies, and follows no redirect. */
  ask(actor: Actor, method: string, path: string, headers?: Record<string, string>, body?: string): Promise<Answer>
  /** IDs of the sample school's rider, and of what belongs to them. */
  ids: Record<
    'rider' | 'slot' | 'horse' | 'event' | 'instructor' | 'payment' | 'taught' | 'waiver' | 'seat' | 'lesson',
    string
  >
  stop(): Promise<void>
}

const PASSWORD = 'a-door-for-all'

/** Opens a sample school and signs in all actors. */
export async function openDoorSchool(mode: 'production' | 'demo'): Promise<DoorSchool> {
  const { server, db, stop } = await openSampleSchool(mode, {
    settings: {
      SECURITY_CONTACT: 'mailto:help@doors.example',
      SECURITY_EXPIRES: '2099-12-31',
      // Nobody in the sample school wants texts.
      TEXTS_ACCOUNT_SID: 'AC1',
      TEXTS_AUTH_TOKEN: 'none',
      TEXTS_FROM: '+18455550100',
    },
  })
  const { url } = server
  try {
    const cookies = await admitAll(url, db)
    const ask: DoorSchool['ask'] = (actor, method, at, headers = {}, body) =>
      send(url, method, at, { ...(cookies[actor] && { Cookie: cookies[actor] }), ...headers }, body)
    return { url, ask, ids: await idsOf(db), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function admitAll(url: string, db: Client): Promise<Record<Actor, string>> {
  const register = async (name: string) => {
    const email = `${name}@doors.example`
    const person = { firstName: 'Dora', lastName: name, phone: '845-555-0177', email, password: PASSWORD }
    return { email, cookie: (await new PlainBrowser(url).enter('/api/register', person)).cookie }
  }
  const [blocked, removed, former, family] = [
    await register('Blocked'),
    await register('Removed'),
    await register('Former'),
    await register('Other'),
  ]
  await db.query("UPDATE users SET role = 'admin' WHERE email = $1", [former.email.toLowerCase()])
  const signedIn = await new PlainBrowser(url).enter('/api/login', { email: former.email, password: PASSWORD })
  await db.query("UPDATE users SET role = 'customer' WHERE email = $1", [former.email.toLowerCase()])
  await db.query('UPDATE users SET active = false WHERE email = $1', [blocked.email.toLowerCase()])
  const admin = await openSampleSession(db, 'admin@stirrup.example')
  const { rows } = await db.query('SELECT id FROM users WHERE email = $1', [removed.email.toLowerCase()])
  const gone = await new PlainBrowser(url, admin).call('DELETE', `/api/admin/students/${rows[0].id}`)
  if (gone.status !== 200) throw new Error(`The student was not removed: ${gone.status} ${JSON.stringify(gone.body)}`)
  return {
    nobody: '',
    forged: '__session=eyJzaWQiOiJtYWRlLXVwIn0%3D.c2lnbmF0dXJl',
    blocked: blocked.cookie,
    removed: removed.cookie,
    former: signedIn.cookie,
    rider: await openSampleSession(db, 'rider@stirrup.example'),
    family: family.cookie,
    newcomer: await openSampleSession(db, 'new@stirrup.example'),
    instructor: await openSampleSession(db, 'coach@stirrup.example'),
    admin,
  }
}

async function idsOf(db: Client): Promise<DoorSchool['ids']> {
  const one = async (sql: string) => String((await db.query(sql)).rows[0].id)
  const rider = await one("SELECT id FROM users WHERE email = 'rider@stirrup.example'")
  const payment = await one(
    `SELECT id FROM payment_transactions WHERE user_id = '${rider}' AND status = 'succeeded' ORDER BY id DESC`,
  )
  return {
    rider,
    payment,
    slot: await one(
      `SELECT to_char(scheduled_date, 'YYYY-MM-DD') || '/' || scheduled_time || '/' || replace(type, ' ', '%20') AS id FROM lessons ORDER BY scheduled_date DESC`,
    ),
    waiver: await one(`SELECT id FROM waiver_signatures WHERE rider_id = '${rider}'`),
    horse: await one('SELECT id FROM horses ORDER BY id'),
    event: await one('SELECT id FROM events ORDER BY id'),
    taught: await one(
      `SELECT to_char(current_date - 7 + (7 + w.day_of_week - extract(dow FROM current_date)::integer) % 7, 'YYYY-MM-DD') || '/' || w.scheduled_time || '/'
         || replace(w.lesson_type, ' ', '%20') || '/' || w.student_id AS id
       FROM weekly_schedule w JOIN users u ON u.id = w.instructor_id
       WHERE u.email = 'coach@stirrup.example' AND w.student_id IS NOT NULL AND w.is_active AND w.start_date <= current_date - 7
         AND w.deleted_from_date IS NULL ORDER BY w.id`,
    ),
    seat: await one(
      `SELECT replace(student_id || ' ' || day_of_week || ' ' || scheduled_time || ' ' || lesson_type, ' ', '+') AS id FROM weekly_schedule
       WHERE student_id IS NOT NULL AND is_active AND deleted_from_date IS NULL ORDER BY id`,
    ),
    lesson: await one(
      `SELECT replace(day_of_week || ' ' || scheduled_time || ' ' || lesson_type, ' ', '+') AS id FROM weekly_schedule
       WHERE is_active AND deleted_from_date IS NULL ORDER BY id`,
    ),
    instructor: await one("SELECT id FROM users WHERE role = 'instructor'"),
  }
}

function send(
  url: string,
  method: string,
  at: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = httpRequest(
      { hostname, port, method, path: at, headers: { ...headers, ...length } },
      async (answer) => {
        let text = ''
        for await (const chunk of answer.setEncoding('utf8')) text += chunk
        const found = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join('\n')])
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(found), body: text })
      },
    )
    sent.setTimeout(60_000, () => sent.destroy(new Error(`${method} ${at} was not answered`)))
    sent.once('error', reject)
    sent.end(body)
  })
}
