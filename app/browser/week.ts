/** Matches the address of a form that changes a lesson in the week on the screen. */
const LESSON = /^(\/admin\/lessons\/[^/]+\/[^/]+\/[^/]+)(?:\/(add|mark)|\/riders\/[^/]+)?$/

/** Marks after which a rider's dialog stays open, for the horse or another mark. */
const STAYS = ['scheduled', 'present', 'absent', 'makeup', 'reschedule']

const intentOf = (fields: FormData): string => String(fields.get('intent') ?? '')

/**
 * Shows in the week what a form will change, without its dialog, before the server has answered: a rider added or
 * removed, one or all marked. The answer replaces it, or a refusal brings the dialog back. Returns a function that
 * undoes it if there is no answer.
 */
export function showAtOnce(address: string, fields: FormData): () => void {
  const { pathname } = new URL(address)
  const [, lesson, part] = LESSON.exec(pathname) ?? []
  const card = lesson && document.querySelector(`.week a[href="${lesson}"]`)?.closest('.lesson')
  const intent = intentOf(fields)
  if (!card || !change(card, pathname, part, fields)) return () => {}
  if (STAYS.includes(intent) && part !== 'mark') return () => {}
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
  dialog?.close()
  return () => dialog?.showModal()
}

function change(card: Element, pathname: string, part: string | undefined, fields: FormData): boolean {
  const intent = intentOf(fields)
  const rides = [...card.querySelectorAll<HTMLElement>('.ride')]
  if (part === 'add')
    return fields
      .getAll('riderId')
      .map((id) => add(card, String(id)))
      .includes(true)
  if (part === 'mark') {
    if (intent !== 'present') return false
    for (const ride of rides) ride.dataset.mark ??= intent
    return true
  }
  const ride = rides.find((one) => one.querySelector('a')?.getAttribute('href') === pathname)
  if (!ride) return false
  if (intent.startsWith('remove-')) ride.hidden = true
  else if (intent === 'scheduled') delete ride.dataset.mark
  else if (STAYS.includes(intent)) ride.dataset.mark = intent
  else return false
  return true
}

function add(card: Element, riderId: string): boolean {
  const name = document.querySelector(`dialog input[value="${CSS.escape(riderId)}"] + span`)?.textContent
  if (!name) return false
  const ride = document.createElement('li')
  ride.className = 'ride'
  ride.textContent = name
  const list = card.querySelector('ul') ?? card.appendChild(document.createElement('ul'))
  list.append(ride)
  return true
}
