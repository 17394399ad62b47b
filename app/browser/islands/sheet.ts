import type { Unsent } from '~/models/unsent/unsent'
import type { Sheet } from '~/routes/office/day/kept-sheet.server'
import type { Start } from '../islands'
import { addressOn, CALLS } from '../sheet/addresses'
import { dropBar, showBar } from '../sheet/bar'
import { saveCopy } from '../sheet/copy'
import { type Horse, horseChoice } from '../sheet/horse-choice'
import { Queue } from '../sheet/queue'
import { forget, idOf, type Row, restore, rowOf, rows, showUnsent } from '../sheet/rows'
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
  const queue = new Queue(userId, () => ended.signal.aborted || paint())
  /** Whether something changed while the rest was being sent. */
  let onceMore = false
  let openRow: string | null = null
  /** The state last shown on each line: an unchanged line is not touched, because a finger may be on it. */
  let painted = new WeakMap<HTMLElement, string>()

  const isAway = () => 'kept' in root.dataset || !navigator.onLine

  function paint() {
    const { kept } = queue
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
    return horseChoice(row, queue.wanted(row), {
      horses,
      takenBy: (horseId) => taken.find((other) => queue.wanted(other).horseId === horseId)?.ride.name,
      choose: (horse) => {
        openRow = null
        void tap(row, { horseId: horse?.id ?? null, horse: horse?.name ?? null }).catch(notKept)
        row.element.querySelector<HTMLElement>('.sheet-name')?.focus()
      },
    })
  }

  const paintBar = () => showBar(bar, { ...queue, who, address, isAway: isAway(), sendNow: () => void attempt() })

  async function tap(...change: Parameters<Queue['tap']>) {
    await queue.tap(...change)
    if (navigator.onLine) void attempt()
  }

  const notKept = () =>
    queue.canKeep === false
      ? say('error', 'Not kept', 'This browser keeps nothing without a signal. Please write it down.')
      : say('error', 'Not kept', 'This device is out of storage. Please write it down.')

  const decide = (one: Unsent, mine: boolean) => void queue.decide(one, mine).then(attempt)

  function readAnew() {
    // A ride's dialog that was closed without a signal has left its address behind.
    if (location.pathname !== sheet && !document.querySelector('dialog'))
      history.replaceState(history.state, '', address)
    refresh()
  }

  /** Sends what is pending, or checks whether the signal is back to fetch the current sheet. */
  async function attempt() {
    onceMore = queue.state === 'sending'
    if (onceMore || document.hidden || ended.signal.aborted) return
    if (!queue.hasReady()) {
      const isBack = 'kept' in root.dataset && navigator.onLine && (await isAnswering())
      if (isBack && !openRow) readAnew()
      return
    }
    if (!navigator.onLine) return
    queue.state = 'sending'
    paintBar()
    const before = queue.kept.length
    if (!(await queue.send(CALLS[sheet]))) return
    if (onceMore && queue.hasReady()) return attempt()
    if (queue.kept.length === 0) {
      queue.state = 'just-sent'
      setTimeout(() => {
        if (queue.state === 'just-sent') queue.state = 'waiting'
        paintBar()
      }, 4_000)
    }
    paintBar()
    if ((queue.kept.length < before || 'kept' in root.dataset) && !openRow) readAnew()
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
    if (queue.canKeep === false && isAway()) {
      event.preventDefault()
      event.stopImmediatePropagation()
      notKept()
    }
    if (!queue.canKeep) return
    const keep = async () => {
      onTheWay.delete(form)
      for (const one of ours) await tap(one, { attendance })
    }
    if (isAway() || ours.some((row) => queue.of(row))) {
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
    return own ? found : found.filter((row) => queue.wanted(row).attendance === 'scheduled')
  }

  const onUnanswered = (event: Event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.closest('.sheet') || !queue.canKeep) return
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
    if (!link || !isAway() || !queue.canKeep || event.ctrlKey || event.metaKey || event.shiftKey) return
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
  document.addEventListener('visibilitychange', () => void queue.read().then(attempt), opts)
  addEventListener('online', () => void attempt(), opts)
  addEventListener('offline', paintBar, opts)
  const again = setInterval(() => void attempt(), AGAIN_MS)

  // A copy contains the toast of that time.
  if ('kept' in root.dataset) for (const toast of document.querySelectorAll('.toast')) toast.remove()
  void queue.read().then(attempt, () => {
    queue.canKeep = false
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
