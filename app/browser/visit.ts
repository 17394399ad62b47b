import type { Field } from './fields'
import { swap } from './swap'

interface Options {
  /** What becomes of the address: a step of its own by default; none when the browser itself goes back. */
  history?: 'push' | 'replace' | 'none'
  /** The form or field whose answer is shown: what was typed there gives way to the server's. */
  sent?: HTMLFormElement | Field
}

let newest = 0
let reading: AbortController | undefined
/** How many are to be sent after one that is on its way. */
let waiting = 0
/** Requests take turns: what is read after something was sent knows of it. */
let turn: Promise<unknown> = Promise.resolve()
const prepare: (() => void)[] = []

/** Calls back after each page that is shown. */
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

/** Shows another page in place of this one, unless another is asked for meanwhile. */
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
      // The browser says itself why an address cannot be read.
      if (!stop.signal.aborted) location.assign(address)
    }
  })
}

/**
 * Sends something after all that was sent before it, and shows the answer. `body` is asked for at its turn, because an earlier answer
 * may have changed the form. False if there was no answer.
 */
export function send(address: string, body: () => BodyInit, sent: HTMLFormElement | Field): Promise<boolean> {
  newest++
  reading?.abort()
  waiting++
  return inTurn(async () => {
    waiting--
    try {
      await show(await fetch(address, { method: 'POST', body: body() }), { sent })
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
  if (isOtherBuild(page)) {
    location.assign(response.url)
    return
  }
  if (step !== 'none') keepAddress(response.url, step)
  document.title = page.title
  swap(page, { sent, refused: !response.ok })
  followRefresh(response.headers.get('Refresh'))
  for (const work of prepare) work()
}

/** The school runs a newer version since this page was opened: its scripts and styles are others. */
function isOtherBuild(page: Document): boolean {
  const [own, other] = [document, page].map((one) => one.querySelector('script[data-main]')?.textContent)
  return Boolean(own && other && own !== other)
}

function keepAddress(url: string, step: 'push' | 'replace') {
  const { pathname, search, hash } = new URL(url)
  // How the router tells a screen's own form from that of its first child; no address that anybody should see.
  const address = pathname + search.replace(/[?&]index(?=&|$)/, '') + hash
  if (step === 'replace' || address === location.pathname + location.search) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
}

function followRefresh(header: string | null) {
  const [, seconds, address] = /^(\d+); url=(.+)$/.exec(header ?? '') ?? []
  if (address) setTimeout(() => location.assign(address), Number(seconds) * 1000)
}

addEventListener('beforeunload', (event) => waiting > 0 && event.preventDefault())
addEventListener('popstate', () => void visit(location.href, { history: 'none' }))
