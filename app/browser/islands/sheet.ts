import { decided, type Shown, tapped, type Unsent } from '~/models/unsent/unsent'
import type { Sheet } from '~/routes/office/day/kept-sheet.server'
import type { Start } from '../islands'
import { addressOn, CALLS } from '../sheet/addresses'
import { dropBar, type Sending, showBar } from '../sheet/bar'
import { saveCopy } from '../sheet/copy'
import { type Horse, horseChoice } from '../sheet/horse-choice'
import { forget, idOf, type Row, restore, rowOf, rows, showUnsent } from '../sheet/rows'
import { allOf, change } from '../sheet/store'
import { isReady, sendAll } from '../sheet/sync'
import { made, troubleCard } from '../sheet/troubles'
import { formatRide } from '../sheet/words'

interface Props {
  sheet: Sheet
  userId: string
  who: string
  date: string
  /** The school's time zone. */
  zone: string
  horses: Horse[]
  /** Whether this device may store copies. */
  keeps: boolean
}

const MARKS = ['present', 'absent', 'scheduled']
/**
 * How long a tap waits for its answer, in milliseconds, before it is kept as if there was no signal; the school applies
 * it once, whichever arrives.
 */
const LATE_MS = 6_000
const AGAIN_MS = 20_000
const COPY_MS = 1_500
/** The state of a ride without any changes. */
const NOTHING = JSON.stringify([undefined, false, []])

/**
 * Lets a day sheet work without a signal: taps are kept, shown as not sent yet, and sent later; if someone else changed
 * the same ride, it asks.
 */
export const start: Start<Props> = (element, props, { refresh, say }) => {
  const { sheet, userId, who, date, zone, horses, keeps } = props
  const address = addressOn(sheet, date)
  const root = document.documentElement
  const box = made('div', 'sheet-troubles')
  const bar = made('div', 'sheet-bar')
  bar.role = 'status'
  element.append(box, bar)
  const ended = new AbortController()
  const opts = { signal: ended.signal }
  let kept: Unsent[] = []
  let state: Sending = 'waiting'
  /** Whether something changed while the rest was being sent. */
  let onceMore = false
  let openRow: string | null = null
  /** Whether this browser lets a page store something; null until it is known. */
  let canKeep: boolean | null = null
  /** The state last shown on each line: an unchanged line is not touched, because a finger may be on it. */
  let painted = new WeakMap<HTMLElement, string>()

  const isAway = () => 'kept' in root.dataset || !navigator.onLine
  const keptOf = ({ ride }: Row) => kept.find(({ id }) => id === idOf(userId, ride))
  const stateOf = (row: Row): Shown => keptOf(row)?.want ?? row.shown
  const stamp = () => ({ key: crypto.randomUUID(), at: new Date().toISOString() })

  function paint() {
    const seen = new Set<string>()
    for (const { element: line, ride } of rows()) {
      const id = idOf(userId, ride)
      const mine = kept.find((one) => one.id === id)
      if (mine) seen.add(id)
      const choice = openRow === id && !mine?.trouble
      const others = choice ? kept.filter(({ time }) => time === ride.time) : []
      const shows = JSON.stringify([mine, choice, others])
      if ((painted.get(line) ?? NOTHING) === shows) continue
      painted.set(line, shows)
      restore(line)
      line.querySelector('.sheet-horse')?.remove()
      const row = rowOf(line)
      if (row && mine) {
        showUnsent(row, mine)
        if (mine.trouble) line.append(troubleCard(mine, '', { sheet, zone, decide }))
      }
      if (row && choice) line.append(choiceOf(row))
    }
    const elsewhere = kept.filter(({ id, trouble }) => trouble && !seen.has(id))
    box.replaceChildren(...elsewhere.map((one) => troubleCard(one, formatRide(one), { sheet, zone, decide })))
    paintBar()
  }

  function choiceOf(row: Row): HTMLElement {
    const taken = rows().filter(({ ride }) => ride.time === row.ride.time && ride.riderId !== row.ride.riderId)
    return horseChoice(
      row,
      stateOf(row),
      horses,
      (horseId) => taken.find((other) => stateOf(other).horseId === horseId)?.ride.name,
      (horse) => {
        openRow = null
        void tap(row, { horseId: horse?.id ?? null, horse: horse?.name ?? null }).catch(notKept)
        row.element.querySelector<HTMLElement>('.sheet-name')?.focus()
      },
    )
  }

  const paintBar = () => showBar(bar, { kept, state, who, address, isAway: isAway(), sendNow: () => void attempt() })

  async function read() {
    kept = await allOf(userId)
    canKeep = true
    // The server asks before it signs out someone with unsent changes, and shows them on the office's other screens.
    const age = kept.length > 0 ? 31_536_000 : 0
    // biome-ignore lint/suspicious/noDocumentCookie: not every phone has the Cookie Store API
    document.cookie = `unsent_${userId}=${kept.length}; path=/; max-age=${age}; samesite=lax`
    if (!ended.signal.aborted) paint()
  }

  async function tap(row: Row, patch: Partial<Shown> & { horse?: string | null }) {
    const ride = { ...row.ride, id: idOf(userId, row.ride), userId }
    await change(ride.id, (old) => tapped(old, ride, row.shown, patch, stamp()))
    if (state !== 'signed-out') state = 'waiting'
    await read()
    if (kept.length === 1) void navigator.storage?.persist?.()
    if (navigator.onLine) void attempt()
  }

  const notKept = () =>
    canKeep === false
      ? say('error', 'Not kept', 'This browser keeps nothing without a signal. Please write it down.')
      : say('error', 'Not kept', 'This device is out of storage. Please write it down.')

  const decide = (one: Unsent, mine: boolean) => {
    void change(one.id, (old) => (old?.key === one.key ? decided(old, mine, stamp()) : (old ?? null)))
      .then(read)
      .then(attempt)
  }

  function readAnew() {
    // A ride's dialog that was closed without a signal has left its address behind.
    if (location.pathname !== sheet && !document.querySelector('dialog'))
      history.replaceState(history.state, '', address)
    refresh()
  }

  /** Sends what is pending, or checks whether the signal is back to fetch the current sheet. */
  async function attempt() {
    onceMore = state === 'sending'
    if (onceMore || document.hidden || ended.signal.aborted) return
    if (!kept.some(isReady)) {
      const isBack = 'kept' in root.dataset && navigator.onLine && (await isAnswering())
      if (isBack && !openRow) readAnew()
      return
    }
    if (!navigator.onLine) return
    state = 'sending'
    paintBar()
    const before = kept.length
    const sent = await sendAll(userId, CALLS[sheet]).catch(() => 'no-answer' as const)
    state = sent === 'signed-out' ? sent : 'waiting'
    await read()
    if (sent !== 'sent') return
    if (onceMore && kept.some(isReady)) return attempt()
    if (kept.length === 0) {
      state = 'just-sent'
      setTimeout(() => {
        if (state === 'just-sent') state = 'waiting'
        paintBar()
      }, 4_000)
    }
    paintBar()
    if ((kept.length < before || 'kept' in root.dataset) && !openRow) readAnew()
  }

  const isAnswering = () =>
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LATE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )

  const onTheWay = new WeakMap<HTMLFormElement, () => void>()

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const attendance = event.submitter instanceof HTMLButtonElement ? event.submitter.value : ''
    const ours = MARKS.includes(attendance) ? ridesOf(form) : []
    if (ours.length === 0) return
    if (canKeep === false && isAway()) {
      event.preventDefault()
      event.stopImmediatePropagation()
      notKept()
    }
    if (!canKeep) return
    const keep = async () => {
      onTheWay.delete(form)
      for (const one of ours) await tap(one, { attendance })
    }
    if (isAway() || ours.some(keptOf)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      void keep().catch(notKept)
      return
    }
    onTheWay.set(form, () => void keep().catch(notKept))
    setTimeout(() => form.isConnected && 'sending' in form.dataset && onTheWay.get(form)?.(), LATE_MS)
  }

  /** Returns the rides that a mark is for: the one on its line, or for *All present* the unmarked ones of the lesson. */
  function ridesOf(form: HTMLFormElement): Row[] {
    const own = form.closest('.sheet-ride')
    const lines = own ? [own] : [...(form.closest('.sheet-lesson')?.querySelectorAll('.sheet-ride') ?? [])]
    const found = lines.flatMap((line) => rowOf(line) ?? [])
    return own ? found : found.filter((row) => stateOf(row).attendance === 'scheduled')
  }

  const onUnanswered = (event: Event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.closest('.sheet') || !canKeep) return
    event.preventDefault()
    onTheWay.get(form)?.()
  }

  /** Saves the choice. The next page tells the worker to store copies or to delete them. */
  function chooseKeeping(choice: string) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every phone has the Cookie Store API
    document.cookie = `keep_sheets=${choice}; path=/; max-age=31536000; samesite=lax`
    location.reload()
  }

  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-keep-sheets]') : null
    if (button?.dataset.keepSheets) return chooseKeeping(button.dataset.keepSheets)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isAway() || !canKeep || event.ctrlKey || event.metaKey || event.shiftKey) return
    const row = link.matches('.sheet-name') ? rowOf(link.closest('.sheet-ride')) : null
    const isSheet = link.pathname === sheet && !('stay' in link.dataset)
    if (!row && (isSheet || navigator.onLine)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (row) {
      const id = idOf(userId, row.ride)
      openRow = openRow === id ? null : id
      paint()
      if (openRow) row.element.querySelector<HTMLElement>('.sheet-horse select')?.focus()
    } else say('info', 'No signal', 'Without a signal, only the sheets on this device open.')
  }

  let copying: ReturnType<typeof setTimeout> | undefined
  const onShown = () => {
    // The page was fetched again: it is no longer a copy.
    delete root.dataset.kept
    painted = new WeakMap()
    for (const { element: line } of rows()) forget(line)
    paint()
    clearTimeout(copying)
    copying = setTimeout(() => keeps && void saveCopy(sheet, date, true), COPY_MS)
  }

  document.addEventListener('submit', onSubmit, { ...opts, capture: true })
  document.addEventListener('click', onClick, { ...opts, capture: true })
  document.addEventListener('unanswered', onUnanswered, opts)
  document.addEventListener('shown', onShown, opts)
  document.addEventListener('visibilitychange', () => void read().then(attempt), opts)
  addEventListener('online', () => void attempt(), opts)
  addEventListener('offline', paintBar, opts)
  const again = setInterval(() => void attempt(), AGAIN_MS)

  // A copy contains the toast of that time.
  if ('kept' in root.dataset) for (const toast of document.querySelectorAll('.toast')) toast.remove()
  void read().then(attempt, () => {
    canKeep = false
    root.dataset.keepsNothing = ''
  })
  void (keeps ? saveCopy(sheet, date, false) : Promise.resolve(true)).then((isKept) => {
    if (isKept) root.dataset.copied = ''
  })
  return () => {
    ended.abort()
    clearInterval(again)
    clearTimeout(copying)
    dropBar()
  }
}
