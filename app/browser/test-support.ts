import { onTestFinished, vi } from 'vitest'

/** A request that a page has made: the test decides when it is answered. */
interface Asked {
  address: string
  method: string
  body: string
  aborted: boolean
  answer(html: string, init?: ResponseInit & { at?: string }): void
  fail(): void
}

/** Builds a page as the server sends it, around what it shows. */
export function page(shown: string, { title = 'School', screen = 'list', build = '1', after = '' } = {}): string {
  return `<title>${title}</title>
    <body data-screen="${screen}">
      <div id="page"><main id="main">${shown}</main></div>
      ${after}
      <section class="toasts" tabindex="-1"></section>
      <script type="module" data-main>import '/app/browser/main.ts' // ${build}</script>
    </body>`
}

/** Waits for what happens at once, unless the machine is busy. */
export const soon = <T>(comes: () => T) => vi.waitUntil(comes, { interval: 2, timeout: 60_000 })

declare global {
  interface Window {
    /** Called with each document before it has any content. */
    arrive(frame: Window): void
  }
}

/**
 * Opens a tab at `address`: a frame with its own history and the scripts of `app/browser`. Its `fetch` requests wait
 * for the test. When the tab itself goes to another address, `elsewhere` is the page there. `islands` gives the files
 * of islands, each when it is requested.
 */
export async function openTab(
  shown: string,
  { address = '/school/list', elsewhere = page('Loaded again'), islands = {} as Record<string, () => unknown> } = {},
) {
  const frame = document.createElement('iframe')
  const asked: Asked[] = []
  const unread: Asked[] = []
  const documents: string[] = []
  const ownFetch = (input: RequestInfo | URL, { method = 'GET', body, signal }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const at = new URL(String(input), own().location.href)
      const request: Asked = {
        address: at.pathname + at.search,
        method,
        body: String(body ?? ''),
        aborted: false,
        answer(html, { at: led, ...init } = {}) {
          const response = new Response(html, { headers: { 'Content-Type': 'text/html' }, ...init })
          // A constructed response lacks these.
          const url = { value: new URL(led ?? at.pathname + at.search, at).href }
          resolve(Object.defineProperties(response, { url, redirected: { value: led !== undefined } }))
        },
        fail: () => reject(new TypeError('Failed to fetch')),
      }
      signal?.addEventListener('abort', () => {
        request.aborted = true
        reject(signal.reason)
      })
      asked.push(request)
      unread.push(request)
    })
  const own = () => {
    if (!frame.contentWindow) throw new Error('The tab is closed')
    return frame.contentWindow as Window & typeof globalThis
  }
  window.arrive = (entered) => {
    const arrived = entered as Window & typeof globalThis
    arrived.fetch = ownFetch
    Object.assign(arrived, {
      // Vitest's transformed import() calls this; the frame has no test runner.
      __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
      islands,
    })
    const names = Object.keys(islands).map((name) => {
      const module = new Blob([`export const { start, openMenu } = await islands['${name}']()`], {
        type: 'text/javascript',
      })
      return [`/app/browser/islands/${name}`, URL.createObjectURL(module)]
    })
    const map = JSON.stringify({ imports: Object.fromEntries(names) })
    arrived.document.write(`<script type="importmap">${map}</script>${documents.length ? elsewhere : shown}`)
    documents.push(arrived.location.pathname + arrived.location.search)
  }
  frame.style.cssText = 'position: fixed; inset: 0; width: 1280px; height: 720px; border: 0'
  const load = () => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.src = address
  const loaded = load()
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  await loaded
  own().focus()

  return {
    asked,
    /** The addresses of all documents that the tab has loaded. */
    documents,
    get window() {
      return own()
    },
    get document() {
      return own().document
    },
    get address() {
      return own().location.pathname + own().location.search
    },
    /** The addresses in the history before this one. The browser's own count ends at fifty, including those of other tests. */
    get trail(): string[] {
      return own().history.state?.trail ?? []
    },
    find<E extends HTMLElement = HTMLElement>(selector: string): E {
      const found = own().document.querySelector<E>(selector)
      if (!found) throw new Error(`The page has no ${selector}`)
      return found
    },
    has: (selector: string) => Boolean(own().document.querySelector(selector)),
    /** The next request that the test has not looked at. */
    next: () => soon(() => unread.shift()),
    /** Resolves when no request is pending. */
    settled: () => soon(() => !('loading' in own().document.documentElement.dataset)),
    /** Types into a field and leaves it. */
    fill(selector: string, value: string) {
      const field = own().document.querySelector<HTMLInputElement>(selector)
      if (!field) throw new Error(`The page has no ${selector}`)
      field.value = value
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
      return field
    },
    load,
  }
}
