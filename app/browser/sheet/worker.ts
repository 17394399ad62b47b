// The service worker of a day sheet, and of nothing else: its scope is /admin/day, or /teaching for an instructor's.
// With a signal the server's page is shown and a copy of it stored; without one, or if the server is slow, the copy is
// shown. Submitted forms and any other address are left to the browser; a page below the sheet that does not open leads
// to the sheet.

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface Fetch extends Lasting {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Message extends Lasting {
  data: { sheet?: string; files?: string[] }
}
/** What TypeScript's list of browser types lacks. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void
  addEventListener(type: 'message', listener: (event: Message) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { scope: string }
}
const scope = self as unknown as Scope

const SHEETS = 'sheets'
const FILES = 'sheet-files'
const SHEET = new URL(scope.registration.scope).pathname
const MAX_SHEETS = 8
/** The most files that are stored, from about three builds: a copy needs those that it was made with. */
const MAX_FILES = 16
/** How long a copy is kept, in milliseconds: as long as an unused session lasts. */
const LONGEST_MS = 14 * 24 * 60 * 60 * 1000
/** How long a page may take, in milliseconds: too long for someone who is holding a horse. */
const LATE_MS = 4_000

const keyOf = (day: string) => `${SHEET}?date=${day}`
/** The phone's own day, which is the barn's. */
const dayHere = () => new Date().toLocaleDateString('sv')
const writtenDay = (day: string) =>
  new Date(`${day}T12:00`).toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' })

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && url.pathname === SHEET) event.respondWith(answer(event, url))
  else if (request.mode === 'navigate' && url.pathname.startsWith(`${SHEET}/`)) event.respondWith(below(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(request))
})

scope.addEventListener('message', (event) => {
  const { sheet, files = [] } = event.data
  event.waitUntil(keepFiles(files))
  if (sheet && new URL(sheet, location.origin).pathname === SHEET) event.waitUntil(fetch(sheet).then(keep))
})

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(FILES)
  return (await cache.match(request.url)) ?? fetch(request)
}

async function answer(event: Fetch, url: URL): Promise<Response> {
  const day = url.searchParams.get('date') ?? dayHere()
  const copy = await copyOf(day)
  const page = fetch(event.request).then(async (response) => {
    await keep(response)
    return response
  })
  event.waitUntil(page.catch(() => {}))
  if (!copy) return page.catch(() => notHere(day))
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LATE_MS))
  const first = await Promise.race([page, late]).catch(() => undefined)
  // A gateway answers for a school that doesn't.
  return first && first.status < 502 ? first : kept(copy)
}

const below = (request: Request) =>
  fetch(request).catch(() => Response.redirect(keyOf(/\d{4}-\d\d-\d\d/.exec(request.url)?.[0] ?? dayHere())))

async function copyOf(day: string): Promise<Response | undefined> {
  const copy = await (await caches.open(SHEETS)).match(keyOf(day))
  return copy && isYoung(copy) ? copy : undefined
}

const isYoung = ({ headers }: Response) => Date.now() - Date.parse(headers.get('Date') ?? '') < LONGEST_MS

/** Returns a copy with an attribute that shows what the server has prepared for this case. */
async function kept(copy: Response): Promise<Response> {
  const html = (await copy.text()).replace('<html', '<html data-kept')
  const headers = new Headers(copy.headers)
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  return new Response(html, { headers })
}

/**
 * Stores a copy, by the day and the user that the server names. Any other page means that this user has no sheet: then
 * nothing is stored.
 */
async function keep(response: Response): Promise<void> {
  const [day, user] = response.headers.get('Day-Sheet')?.split(' ') ?? []
  if (response.status >= 500) return
  if (!day) {
    // An ended session leads to the sign-in. Someone in the barn then still sees what is waiting to be sent.
    const asksWho = response.type === 'opaqueredirect' || response.redirected
    if (!asksWho || !(await isWaiting())) await caches.delete(SHEETS)
    return
  }
  const copy = response.clone()
  const cache = await caches.open(SHEETS)
  for (const key of await cache.keys()) {
    const other = await cache.match(key)
    if (!other || !isYoung(other) || other.headers.get('Day-Sheet')?.split(' ')[1] !== user) await cache.delete(key)
  }
  await cache.delete(keyOf(day))
  await cache.put(keyOf(day), copy)
  await thin(cache, MAX_SHEETS)
}

/** Whether this device has marks that are not sent: see `store.ts`. */
function isWaiting(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('day-sheet')
    // There was none, and none is created here.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(false)
    opening.onsuccess = () => {
      const database = opening.result
      const reading = database.transaction('unsent')
      const counting = reading.objectStore('unsent').count()
      counting.onsuccess = () => resolve(counting.result > 0)
      counting.onerror = () => resolve(false)
      reading.oncomplete = () => database.close()
    }
  })
}

/** Deletes the oldest entries first. */
async function thin(cache: Cache, most: number, needed: string[] = []): Promise<void> {
  const keys = (await cache.keys()).filter(({ url }) => !needed.includes(new URL(url).pathname))
  const spare = keys.length + needed.length - most
  for (const key of spare > 0 ? keys.slice(0, spare) : []) await cache.delete(key)
}

async function keepFiles(files: string[]): Promise<void> {
  const cache = await caches.open(FILES)
  const ours = files.filter((file) => file.startsWith('/assets/'))
  for (const file of ours) if (!(await cache.match(file))) await cache.add(file)
  await thin(cache, MAX_FILES, ours)
}

/** Answers for a sheet that was never opened on this device. */
async function notHere(day: string): Promise<Response> {
  const keys = await (await caches.open(SHEETS)).keys()
  const here = keys.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === SHEET)
  const days = here.flatMap(({ searchParams }) => searchParams.get('date') ?? []).sort()
  const links = days.map((one) => `<li><a href="${keyOf(one)}">${writtenDay(one)}</a></li>`).join('')
  const others = links ? `<p>These sheets are kept on this device:</p><ul>${links}</ul>` : ''
  const title = /^\d{4}-\d\d-\d\d$/.test(day) ? `The sheet of ${writtenDay(day)}` : 'This sheet'
  return new Response(
    `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No signal</title>
<style>body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}a{line-height:2.75rem}</style>
<main><h1>No signal</h1><p>${title} is not on this device. Open it once with a signal, and it is kept for the barn.</p>${others}</main>`,
    { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } },
  )
}
