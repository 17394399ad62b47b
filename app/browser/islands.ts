import { takeBack } from './fields'
import { say } from './toasts'

/** What an island gets of the page, whose code must not come with it twice. */
interface Tools {
  /** Reads the page again. */
  refresh: () => void
  takeBack: typeof takeBack
  say: typeof say
}

/** A part of a page that follows what somebody types or chooses. Returns what ends it. */
export type Start<Props = unknown> = (element: HTMLElement, props: Props, tools: Tools) => () => void

interface File {
  // As a method, so that it may ask for props of its own: `Island` has compared them.
  start(...given: Parameters<Start>): ReturnType<Start>
}

/** Each comes as a file of its own, where it is on the page. */
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

/** What the page gives to each. It comes from the same build: an answer of another one is never swapped in. */
export type IslandProps = {
  [Name in keyof typeof FILES]: Parameters<Awaited<ReturnType<(typeof FILES)[Name]>>['start']>[1]
}

/** The office's menus, which are one part for all of their buttons. Undefined if it cannot be had. */
export const fetchMenu = () => import('./islands/menu').catch(() => undefined)

/** A form has opened another tab: `read` shows here what becomes of it there. */
export const followOtherTab = (read: () => void) =>
  void import('./islands/other-tab').then(({ follow }) => follow(read))

/** What ends each: nothing as long as it waits, what it runs later. */
const running = new Map<HTMLElement, () => void>()

export const isIsland = (node: Node): node is HTMLElement => node instanceof HTMLElement && 'island' in node.dataset

/** Starts those that are new on the page, each before it is scrolled to: what is seen has to answer. */
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

/** Unless another page came into the element while the file was on its way: that one has a wait of its own. */
async function start(element: HTMLElement, refresh: () => void, wait: () => void) {
  const { island = '', props = 'null' } = element.dataset
  const module: File | undefined = await FILES[island as keyof typeof FILES]?.()
  if (!module || running.get(element) !== wait) return
  running.set(element, module.start(element, JSON.parse(props), { refresh, takeBack, say }))
  element.dataset.started = ''
}

/** Ends those that are no longer on the page. */
export function leaveIslands(): void {
  for (const element of running.keys()) if (!element.isConnected) endIsland(element)
}

/** Ends one whose element becomes another part of the page. */
export function endIsland(element: HTMLElement): void {
  running.get(element)?.()
  running.delete(element)
  delete element.dataset.started
}

/** One that shows the same goes on as it is; another begins anew. Returns false: nobody else is to touch what it holds. */
export function swapIsland(old: HTMLElement, next: HTMLElement): false {
  const same = old.dataset.island === next.dataset.island && old.dataset.props === next.dataset.props
  if (same && running.has(old)) return false
  endIsland(old)
  Object.assign(old.dataset, next.dataset)
  old.replaceChildren(...next.childNodes)
  return false
}
