import { afterAll, beforeAll, expect, test } from 'vitest'
import { variables } from '~/platform/env/variables'
import { decode } from '../harness/plain-browser'
import { openSampleSchool, openSampleSession, type SampleSchool } from '../harness/sample-school'
import { DOORS } from './table'

// Each screen of families and visitors, in English and in Spanish: what is the same in both was not translated.

const READERS = {
  nobody: null,
  rider: 'rider@stirrup.example',
  newcomer: 'new@stirrup.example',
} as const
type Who = keyof typeof READERS

/** Addresses whose query shows more of a screen, and one that does not exist. */
const MORE: readonly (readonly [Who, string])[] = [
  ['nobody', '/auth?tab=create-account'],
  ['nobody', '/no-such-page'],
  ...['/no-such-page', '/admin', '/teaching'].map((at) => ['rider', at] as const),
  ...['lessons', 'rides', 'history', 'payments'].map((tab) => ['rider', `/?tab=${tab}`] as const),
]

/** The tables whose texts are the school's own, and no translation. */
const OF_SCHOOL = [
  'users',
  'school',
  'packages',
  'add_ons',
  'ride_types',
  'weekly_schedule',
  'lessons',
  'temporary_lessons',
  'one_time_participants',
  'horses',
  'events',
  'seasons',
  'waiver_versions',
  'waiver_signatures',
  'passkeys',
  'text_numbers',
]

/** Words that are the same in both languages, or are names. */
const SAME = new Set([
  ...['a.m.', 'p.m.', 'no', 'control', 'instructor', 'subtotal', 'total'],
  ...['english', 'español', 'language', 'idioma', 'portal'],
  ...[
    'android',
    'apple',
    'chrome',
    'firefox',
    'google',
    'iphone',
    'ipad',
    'mac',
    'mastercard',
    'pdf',
    'safari',
    'stripe',
    'visa',
    'windows',
    'zip',
  ],
])

/** Texts that are not translated yet: to stay empty. */
const NOT_YET: readonly string[] = []

/** Returns the texts that a page shows or that are read aloud: those between tags, and those of attributes. */
function textsOf(page: string): Set<string> {
  const html = page
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '<br>')
    // React separates what was put together from several parts.
    .replaceAll('<!-- -->', '')
  const shown = [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
  const read = [...html.matchAll(/\s(?:aria-label|aria-description|placeholder|title|alt|data-confirm)="([^"]*)"/g)]
  const buttons = [...html.matchAll(/<(?:button|input)\b[^>]*\btype="submit"[^>]*>/g)].flatMap(
    ([tag]) => (tag.startsWith('<input') && /\svalue="([^"]*)"/.exec(tag)?.[1]) || [],
  )
  const all = [...shown, ...read.map(([, text = '']) => text), ...buttons]
  return new Set(all.map((text) => decode(text).replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}{2}/u.test(text)))
}

let school: SampleSchool
let cookies: Record<Who, string>
/** What the school wrote, the longest first. */
let data: string[]

beforeAll(async () => {
  school = await openSampleSchool('production', { settings: {} })
  const entries = Object.entries(READERS).map(async ([who, email]) => [
    who,
    email ? await openSampleSession(school.db, email) : '',
  ])
  cookies = Object.fromEntries(await Promise.all(entries))
  data = await schoolTexts()
})
afterAll(() => school?.stop())

async function schoolTexts(): Promise<string[]> {
  // The school's name until the office saves its own.
  const texts = new Set([variables.shape.SCHOOL_NAME.parse(undefined)])
  for (const table of OF_SCHOOL) {
    const { rows } = await school.db.query(`SELECT DISTINCT value FROM ${table} t, jsonb_each_text(to_jsonb(t))`)
    for (const { value } of rows) {
      for (const line of String(value ?? '').split('\n')) texts.add(line.replace(/^#+/, '').replace(/\s+/g, ' ').trim())
    }
  }
  return [...texts].filter((text) => /\p{L}{2}/u.test(text)).sort((a, b) => b.length - a.length)
}

/** Whether something remains of a text without the school's own words, addresses, and words of both languages. */
function isWords(text: string): boolean {
  // Two capitals are someone's initials.
  let rest = text.replace(/\S+@\S+|https?:\S+|^\p{Lu}{2}$|SHA-256 \S+/gu, ' ')
  for (const own of data) rest = rest.replaceAll(own, ' ')
  return (rest.toLowerCase().match(/\p{L}[\p{L}.]*/gu) ?? []).some((word) => !SAME.has(word))
}

/** Returns what an address says to readers of both languages. */
async function untranslated(who: Who, at: string): Promise<string[]> {
  const ask = async (language: string) => {
    const headers = { Cookie: cookies[who], 'Accept-Language': language }
    const answer = await fetch(`${school.server.url}${at}`, { headers, redirect: 'manual' })
    return { status: answer.status, type: answer.headers.get('Content-Type') ?? '', body: await answer.text() }
  }
  const [english, spanish] = [await ask('en'), await ask('es-MX,es;q=0.9,en;q=0.5')]
  expect([at, spanish.status]).toEqual([at, english.status])
  if (!spanish.type.startsWith('text/html') || spanish.body === '') return []
  expect([at, /<html[^>]*\slang="(\w+)"/.exec(spanish.body)?.[1]]).toEqual([at, 'es'])
  const known = textsOf(english.body)
  return [...textsOf(spanish.body)].filter((text) => known.has(text) && isWords(text))
}

/** Every address that a family or a visitor may look at. */
async function addresses(): Promise<(readonly [Who, string])[]> {
  const one = async (sql: string) => (await school.db.query(sql)).rows[0]?.id as string | number | undefined
  const rider = `(SELECT id FROM users WHERE email = '${READERS.rider}')`
  const payment = await one(
    `SELECT id FROM payment_transactions WHERE user_id = ${rider} AND status = 'succeeded' LIMIT 1`,
  )
  const waiver = await one(`SELECT id FROM waiver_signatures WHERE rider_id = ${rider} LIMIT 1`)
  const makeup = await one(`SELECT id FROM makeups WHERE student_id = ${rider} ORDER BY id DESC LIMIT 1`)
  const unsigned = await one(
    `SELECT id FROM users u WHERE guardian_id = ${rider} AND NOT EXISTS (SELECT FROM waiver_signatures WHERE rider_id = u.id)`,
  )
  const known: Record<string, string> = {
    '/receipts/:id': `/receipts/${payment}`,
    '/waivers/:id': `/waivers/${waiver}`,
    '/my-makeups/:id': `/my-makeups/${makeup ?? 0}`,
    '/offers/:id': '/offers/999999',
    '/profile/riders/:id': `/profile/riders/${unsigned}`,
  }
  const families = Object.entries(DOORS).filter(
    ([path]) => !/^\/(admin|teaching|second-step|logout)\b|pdf$|download$|export$/.test(path),
  )
  const looks = families.flatMap(([path, { look }]) =>
    look === 'anyone' || look === 'viewer' || look === 'signed-in' ? [[known[path] ?? path, look] as const] : [],
  )
  return [
    ...looks.flatMap(([at, look]) =>
      look === 'anyone' ? [['nobody', at] as const, ['rider', at] as const] : [['rider', at] as const],
    ),
    ['newcomer', '/'],
    ['newcomer', '/profile/complete'],
    ...MORE,
  ]
}

test('Each screen of families is in the language of its reader', async () => {
  const found = new Map<string, string>()
  for (const [who, at] of await addresses()) {
    for (const text of await untranslated(who, at)) if (!found.has(text)) found.set(text, at)
  }
  const unknown = [...found].filter(([text]) => !NOT_YET.includes(text))
  expect(unknown.map(([text, at]) => `${at}: ${text}`)).toEqual([])
})
