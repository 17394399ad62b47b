import { t } from '#text'
import type { Field } from './fields'
import { swap } from './swap'
import { say } from './toasts'

interface Options {
  /**
   * How the history changes: by default a new step; the step that opened a dialog is undone when it closes; no step
   * when the browser itself goes back.
   */
  history?: 'push' | 'replace' | 'back' | 'none'
  /** Whether the screen is already visible and only fetched again: without an answer it stays as it is. */
  inSight?: boolean
  /** The form or field whose answer is shown: typed text in it is replaced by the server's. */
  sent?: HTMLFormElement | Field
}

let newest = 0
let reading: AbortController | undefined
/** How many submissions wait behind the current one. */
let waiting = 0
/** Requests take turns, so that what is read after a submission includes its effect. */
let turn: Promise<unknown> = Promise.resolve()
const prepare: (() => void)[] = []

/** Registers a function that is called after each page that is shown. */
export const onShown = (work: () => void): void => void prepare.push(work)

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work, work)
  turn = done
  const root = document.documentElement
  root.dataset.loading = ''
  void done.finally(() => {
    if (turn === done) delete root.dataset.loading
  })
  return done
}

/** Shows that the page is about to be left, which may take a while. */
export function showLeaving(): void {
  document.documentElement.dataset.loading = ''
  // The target may turn out to be a file, and the page stays.
  setTimeout(() => delete document.documentElement.dataset.loading, 10_000)
}

/** Shows another page in place of this one, unless yet another is requested before it arrives. */
export function visit(address: string, options: Options = {}): Promise<void> {
  const mine = ++newest
  reading?.abort()
  return inTurn(async () => {
    if (mine !== newest) return
    const stop = new AbortController()
    reading = stop
    try {
      await show(await fetch(address, { signal: stop.signal }), options)
    } catch {
      if (stop.signal.aborted) return
      if (options.inSight) return keepAddress(new URL(address, location.href).href, 'back')
      // An address may lead to another site, which only the browser itself may open.
      if (options.history === 'none' || (await isAnswering())) location.assign(address)
      else say('error', t("We couldn't reach the school"), t('Please check your connection and try again.'))
    }
  })
}

/**
 * Submits something after all earlier submissions, and shows the answer. `body` is read at its turn, because an earlier
 * answer may have changed the form. False if there was no answer.
 */
export function send(address: string, body: () => BodyInit, sent: HTMLFormElement | Field): Promise<boolean> {
  newest++
  reading?.abort()
  waiting++
  return inTurn(async () => {
    waiting--
    try {
      const step = (sent instanceof HTMLFormElement ? sent : sent.form)?.closest('dialog') ? 'back' : 'push'
      const response = await fetch(address, { method: 'POST', body: body() })
      // The school's database is away: typed text stays where it is.
      if (response.status === 503 && response.headers.has('Retry-After')) return false
      await show(response, { sent, history: step })
      return true
    } catch {
      return false
    }
  })
}

async function show(response: Response, { history: step = 'push', sent }: Options): Promise<void> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) {
    location.assign(response.url)
    return
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (isOtherBuild(page) || isOtherLanguage(page)) {
    location.assign(response.url)
    return
  }
  // On Back or Forward the browser already has the address, unless the server redirects it now.
  if (step !== 'none' || response.redirected) await keepAddress(response.url, step)
  document.title = page.title
  swap(page, { sent, refused: !response.ok })
  followRefresh(response.headers.get('Refresh'))
  for (const work of prepare) work()
}

/** Whether the school has deployed a newer version since this page was opened: its scripts and styles are different. */
function isOtherBuild(page: Document): boolean {
  const [own, other] = [document, page].map((one) => one.querySelector('script[data-main]')?.textContent)
  return Boolean(own && other && own !== other)
}

/** Whether the language was changed in another tab: this page's scripts have their texts from this page. */
const isOtherLanguage = ({ documentElement: { lang } }: Document) =>
  Boolean(lang) && lang !== document.documentElement.lang

/** Whether the school can be reached at all. */
const isAnswering = () =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )

/** The state of a history step: the addresses of the steps before it that were made here. */
interface Step {
  trail?: string[]
}

async function keepAddress(url: string, step: Options['history']) {
  const { pathname, search, hash } = new URL(url)
  // The router's mark for a screen's own form, as opposed to its first child's; not meant for people.
  const address = pathname + search.replace(/([?&])index&|[?&]index$/, '$1') + hash
  const here = location.pathname + location.search
  const { trail = [] } = (history.state ?? {}) as Step
  const at = trail.map((before) => new URL(before, url).pathname).lastIndexOf(pathname)
  if (step === 'back' && at >= 0 && pathname !== location.pathname) await stepBack(trail.length - at)
  if (step === 'push' && address !== here) history.pushState({ trail: [...trail, here] } satisfies Step, '', address)
  else history.replaceState(history.state, '', address)
}

let isSteppingBack = false

function stepBack(steps: number): Promise<void> {
  isSteppingBack = true
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.go(-steps)
  })
}

function followRefresh(header: string | null) {
  const [, seconds, address] = /^(\d+); url=(.+)$/.exec(header ?? '') ?? []
  if (address) setTimeout(() => location.assign(address), Number(seconds) * 1000)
}

addEventListener('beforeunload', (event) => waiting > 0 && event.preventDefault())
addEventListener('popstate', () => {
  if (!isSteppingBack) void visit(location.href, { history: 'none' })
  isSteppingBack = false
})
