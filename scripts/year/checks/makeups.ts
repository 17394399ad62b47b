import { ridesAround } from '../doing'
import type { World } from '../world'

interface Makeup {
  id: number
  studentId: string
  lessonType: string
  state: string
  until: string
  bookedDate: string | null
}

/** Whether a ride's type is a makeup's, or that of a second lesson at one hour: `Group Lesson 2`. */
const isLike = (type: string, ofMakeup: string) => type.replace(/ \d$/, '') === ofMakeup.replace(/ \d$/, '')

/** Checks that each makeup is in one state, that the states add up, and that a booked one has its ride. */
export async function wrongMakeups(world: World): Promise<string[]> {
  const { office } = world.school
  const makeups: Makeup[] = await office.read('/api/admin/makeups')
  const [{ count = 0 } = {}] = await world.rows<{ count: number }>('SELECT count(*)::int AS count FROM makeups')
  const wrong: string[] = []
  if (makeups.length !== count) wrong.push(`${count} makeups were granted, and ${makeups.length} are listed`)
  const states: Record<string, number> = {}
  for (const { state } of makeups) states[state] = (states[state] ?? 0) + 1
  for (const show of ['open', 'booked']) {
    const listed: Makeup[] = await office.read(`/api/admin/makeups?show=${show}`)
    if (listed.length !== (states[show] ?? 0))
      wrong.push(`${states[show] ?? 0} makeups are ${show}, and the list of those has ${listed.length}`)
  }
  const rides = await ridesAround(world, -60, 90)
  for (const { id, studentId, lessonType, state, until, bookedDate } of makeups) {
    const today = world.clock.today
    if (state === 'open' && until < today) wrong.push(`makeup ${id} is open, and ended on ${until}`)
    if (state !== 'booked') continue
    const ride = rides.find(
      (one) => one.studentId === studentId && one.date === bookedDate && isLike(one.type, lessonType),
    )
    if (!bookedDate || !ride)
      wrong.push(`makeup ${id} of ${studentId} is booked for ${bookedDate}, and there is no ride`)
    if (bookedDate && bookedDate > until) wrong.push(`makeup ${id} is booked for ${bookedDate}, and ended on ${until}`)
  }
  return wrong
}
