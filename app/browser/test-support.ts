import { onTestFinished, vi } from 'vitest'

/** What a browser test sees of a request that a page has made: it is answered when the test says so. */
interface Asked {
  address: string
  method: string
  body: string
  aborted: boolean
  answer(html: string, init?: ResponseInit & { at?: string }): void
  fail(): void
}

/** A page as the server sends it, of what it shows. */
export function page(shown: string, { title = 'School', screen = 'list', build = '1', after = '' } = {}): string {
  return `<title>${title}</title>
    <body data-screen="${screen}">
      <div id="page"><main id="main">${shown}</main></div>
      ${after}
      <section class="toasts" tabindex="-1"></section>
      <script type="module" data-main>import '/app/browser/main.ts' // ${build}</script>
    </body>`
}

/** A wait for what comes at once, unless the machine is busy. */
export const soon = <T>(comes: () => T) => vi.waitUntil(comes, { interval: 2, timeout: 60_000 })

declare global {
  interface Window {
    /** Called with each document before it has any content. */
    arrive(frame: Window): void
  }
}

/**
 * Somebody's tab at `address`: a frame with a history of its own and the scripts of `app/browser`. What it asks for by `fetch` waits for
 * the test. When the tab itself goes to another address, `elsewhere` is the page there. `islands` gives files of islands, each when it is
 * asked for.
 */
export async function openTab(
  shown: string,
  { address = '/school/list', elsewhere = page('Loaded anew'), islands = {} as Record<string, () => unknown> } = {},
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
          // What a constructed answer does not have.
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
      // What Vitest makes of an import() asks for this; the frame has no test of its own.
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
    /** The addresses that the scripts have left behind this one. The browser's own count of steps ends at fifty, those of other tests among them. */
    get trail(): string[] {
      return own().history.state?.trail ?? []
    },
    find<E extends HTMLElement = HTMLElement>(selector: string): E {
      const found = own().document.querySelector<E>(selector)
      if (!found) throw new Error(`The page has no ${selector}`)
      return found
    },
    has: (selector: string) => Boolean(own().document.querySelector(selector)),
    /** The next request that no one has looked at. */
    next: () => soon(() => unread.shift()),
    /** Until nothing is on its way. */
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
