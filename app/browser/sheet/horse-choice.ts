import type { Row } from './rows'
import { made } from './troubles'

export interface Horse {
  id: number
  name: string
  onRest: boolean
}

interface Choices {
  horses: readonly Horse[]
  /** Returns the name of the rider who has a horse at that time. */
  takenBy: (horseId: number) => string | undefined
  choose: (horse: Horse | null) => void
}

/** Shows the horses for a ride, below its line. Their suitability is shown only by the school's own page. */
export function horseChoice(
  row: Row,
  now: { attendance: string; horseId: number | null },
  { horses, takenBy, choose }: Choices,
): HTMLElement {
  if (now.attendance === 'absent') return made('p', 'sheet-horse text-muted', 'An absent rider has no horse.')
  const select = made('select', 'input')
  select.append(new Option('No horse', ''))
  for (const horse of horses) {
    const rider = takenBy(horse.id)
    const why = horse.onRest ? ' (resting)' : rider ? ` (with ${rider})` : ''
    const option = new Option(horse.name + why, String(horse.id))
    option.disabled = horse.onRest && horse.id !== now.horseId
    select.append(option)
  }
  select.value = String(now.horseId ?? '')
  select.addEventListener('change', () => choose(horses.find(({ id }) => String(id) === select.value) ?? null))
  return made('label', 'sheet-horse', made('span', 'font-semibold', `Horse for ${row.ride.name}`), select)
}
