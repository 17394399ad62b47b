import { visit } from './visit'

// Keeps an open page up to date while its sources are edited. Only `npm run dev` sends it (app/root.tsx); its
// counterpart is server/changes.ts. Typed text, focus and open dialogs stay, as with every answer that is swapped in.

interface Changes {
  start: number
  pages: number
  styles: number
  scripts: number
  says?: string
}

let known: Changes | undefined

async function follow(changes: Changes) {
  const before = known ?? changes
  known = changes
  tell(changes.says)
  const isNewPage = changes.start !== before.start || changes.pages > before.pages
  if (changes.scripts > before.scripts || (isNewPage && 'noPage' in document.documentElement.dataset)) location.reload()
  else if (isNewPage) await refresh()
  else if (changes.styles > before.styles) readStyles()
}

async function refresh() {
  // An error page would replace what someone is typing.
  const { status } = await fetch(location.href, { method: 'HEAD' })
  if (status >= 500) return tell(`This page answers ${status} now. The terminal says why.`)
  // There may be a new class.
  readStyles()
  await visit(location.href, { history: 'replace', inSight: true })
}

/** Loads the stylesheets again. The old ones are removed once the new ones have loaded. */
function readStyles() {
  const old = document.head.querySelector('link[rel=stylesheet]') ?? document.head.querySelector('style')
  const file = document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet], link[as=style]')
  if (!old || !file) return
  const address = new URL(file.href)
  address.searchParams.set('t', String(Date.now()))
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address.href })
  link.addEventListener('load', () => {
    old.remove()
    for (const other of document.head.querySelectorAll('link[rel=stylesheet]')) if (other !== link) other.remove()
  })
  old.before(link)
}

const note = document.createElement('pre')
note.popover = 'manual'
note.style.cssText =
  'inset:auto 0 0;width:auto;margin:0;padding:1rem;border:0;background:#7c1d1d;color:#fff;font:14px/1.5 monospace;white-space:pre-wrap'

/** Shows a message, above dialogs too, and outside of what a page replaces. */
function tell(says = '') {
  if (!note.isConnected) document.documentElement.append(note)
  note.textContent = says
  note.hidePopover()
  if (says) note.showPopover()
}

let source: EventSource | undefined

/**
 * Listens for changes. A hidden page disconnects, because a browser has six connections for all of its tabs. It learns
 * later of all that it missed.
 */
function listen() {
  source?.close()
  if (document.visibilityState === 'hidden') return
  source = new EventSource('/@changes')
  source.onmessage = ({ data }) => void follow(JSON.parse(data))
}

document.addEventListener('visibilitychange', listen)
listen()
