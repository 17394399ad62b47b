import { takeBack } from './fields'
import { say } from './toasts'

/** What an island gets from the page, whose code must not be loaded twice. */
interface Tools {
  /** Fetches the page again. */
  refresh: () => void
  takeBack: typeof takeBack
  say: typeof say
}

/** Starts a part of a page that follows what someone types or chooses. Returns a function that ends it. */
export type Start<Props = unknown> = (element: HTMLElement, props: Props, tools: Tools) => () => void

interface File {
  // A method, so that each island may require props of its own: `Island` has checked them.
  start(...given: Parameters<Start>): ReturnType<Start>
}

/** Loads each island as a file of its own, where it is on the page. */
const FILES = {
  export: () => import('./islands/export'),
  horses: () => import('./islands/horses'),
  'made-link': () => import('./islands/made-link'),
  modify: () => import('./islands/modify'),
  passkey: () => import('./islands/passkey'),
  pay: () => import('./islands/pay'),
  purchase: () => import('./islands/purchase'),
  refund: () => import('./islands/refund'),
  sheet: () => import('./islands/sheet'),
  signature: () => import('./islands/signature'),
  'set-up': () => import('./islands/set-up'),
} satisfies Record<string, () => Promise<File>>

/** The props of each island. They come from the same build, because an answer of another build is never swapped in. */
export type IslandProps = {
  [Name in keyof typeof FILES]: Parameters<Awaited<ReturnType<(typeof FILES)[Name]>>['start']>[1]
}

/** Loads the office's menus, which are one component for all of their buttons. Undefined if the file cannot be loaded. */
export const fetchMenu = () => import('./islands/menu').catch(() => undefined)

/** Follows another tab that a form has opened: `read` shows here what happened there. */
export const followOtherTab = (read: () => void) =>
  void import('./islands/other-tab').then(({ follow }) => follow(read))

/** The function that ends each island; while it waits for its file, one that does nothing. */
const running = new Map<HTMLElement, () => void>()

export const isIsland = (node: Node): node is HTMLElement => node instanceof HTMLElement && 'island' in node.dataset

/** Starts the islands that are new on the page, each shortly before it scrolls into view: what is visible has to respond. */
export function startIslands(refresh: () => void): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    if (running.has(element)) continue
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        near.disconnect()
        void start(element, refresh, wait)
      },
      { rootMargin: '50% 0px' },
    )
    const wait = () => {}
    running.set(element, wait)
    // The element itself has no box.
    for (const part of element.children) near.observe(part)
  }
}

/** Starts an island, unless another page replaced it while its file was loading: that one has its own wait. */
async function start(element: HTMLElement, refresh: () => void, wait: () => void) {
  const { island = '', props = 'null' } = element.dataset
  const module: File | undefined = await FILES[island as keyof typeof FILES]?.()
  if (!module || running.get(element) !== wait) return
  running.set(element, module.start(element, JSON.parse(props), { refresh, takeBack, say }))
  element.dataset.started = ''
}

/** Ends the islands that are no longer on the page. */
export function leaveIslands(): void {
  for (const element of running.keys()) if (!element.isConnected) endIsland(element)
}

/** Ends an island whose element becomes another part of the page. */
export function endIsland(element: HTMLElement): void {
  running.get(element)?.()
  running.delete(element)
  delete element.dataset.started
}

/** Keeps an island with the same props running, and starts one with new props again. Returns false: nothing else may touch its contents. */
export function swapIsland(old: HTMLElement, next: HTMLElement): false {
  const same = old.dataset.island === next.dataset.island && old.dataset.props === next.dataset.props
  if (same && running.has(old)) return false
  endIsland(old)
  Object.assign(old.dataset, next.dataset)
  old.replaceChildren(...next.childNodes)
  return false
}
