import { visit } from './visit'

// Keeps an open page up to date while somebody edits its sources: `npm run dev` alone sends it (app/root.tsx), beside server/changes.ts. What
// is typed, focus and open dialogs stay, as they do with every answer that is swapped in.

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
  // An error's page would take the place of what somebody types.
  const { status } = await fetch(location.href, { method: 'HEAD' })
  if (status >= 500) return tell(`This page answers ${status} now. The terminal says why.`)
  // A class may be new.
  readStyles()
  await visit(location.href, { history: 'replace', inSight: true })
}

/** The old ones go once the new ones are there. */
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

/** Above a dialog, too, and outside of what a page brings along. */
function tell(says = '') {
  if (!note.isConnected) document.documentElement.append(note)
  note.textContent = says
  note.hidePopover()
  if (says) note.showPopover()
}

let source: EventSource | undefined

/** A page out of sight lets go: a browser has six connections for all of its tabs. It hears of all that it missed. */
function listen() {
  source?.close()
  if (document.visibilityState === 'hidden') return
  source = new EventSource('/@changes')
  source.onmessage = ({ data }) => void follow(JSON.parse(data))
}

document.addEventListener('visibilitychange', listen)
listen()
