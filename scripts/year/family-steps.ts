import { addDays } from '../../app/utils/dates'
import {
  calls,
  type Did,
  type Doing,
  familiesOf,
  familyOf,
  lessonOf,
  ownRiders,
  pick,
  presses,
  type Ride,
  slotSubject,
  tryEach,
} from './doing'
import type { FamilyKind } from './kinds'
import type { Family } from './model'
import { payAtProvider, payInOldTab, saveCard } from './paying'
import type { Step } from './plan'
import { slotsOf } from './reading'
import { SEASON_ANSWERS } from './season-steps'
import type { World } from './world'

const riderOf = async (family: Family, n: number) => pick(await ownRiders(family), n)

/** Returns a ride of the next weeks of the family, read by the family itself. */
export async function ownRide({ clock }: World, family: Family, n: number, wanted: (ride: Ride) => boolean) {
  const last = addDays(clock.today, 16)
  const rides: Ride[] = []
  for (const id of await ownRiders(family)) rides.push(...(await family.person.read(`/api/lessons/user/${id}`)))
  return pick(
    rides.filter((ride) => ride.date <= last && wanted(ride)),
    n,
  )
}

const subjectsOf = (ride: Ride) => [ride.studentId, `${ride.date} ${ride.scheduledTime} ${ride.type}`]

async function absence(method: 'POST' | 'DELETE', family: Family, ride: Ride | undefined): Promise<Did | null> {
  if (!ride) return null
  const body = { studentId: ride.studentId, lessonDate: ride.date, scheduledTime: ride.scheduledTime }
  return calls(family.person, method, '/api/absences', body, subjectsOf(ride))
}

interface Place {
  lessonDate: string
  scheduledTime: string
  lessonType: string
  free: number | null
}

/** Books a free place for a rider who has something left to book it with. */
const place = (world: World, { who, a, b }: Step, at: string): Promise<Did | null> =>
  tryEach(familiesOf(world), who, async (family) =>
    tryEach(await ownRiders(family), a, async (studentId) => {
      const free = pick((await family.person.read(`/api/places?studentId=${studentId}`)) as Place[], b)
      if (!free) return null
      const { lessonDate, scheduledTime, lessonType } = free
      const body = { studentId, lessonDate, scheduledTime, lessonType }
      return calls(family.person, 'POST', at, body, [studentId, `${lessonDate} ${scheduledTime} ${lessonType}`])
    }),
  )

interface Makeup {
  id: number
  studentId: string
  state: string
  request: { state: string } | null
}

const LOOKS = [
  ...['/', '/scheduled-rides', '/ride-history', '/my-makeups', '/find-a-place', '/statement', '/profile', '/waivers'],
  ...['/subscription', '/purchase', '/profile/notices', '/devices', '/ride-history/export', '/api/payment-history'],
]

/** What families do, by their own calls and pages. */
export const FAMILY_STEPS: Record<FamilyKind, Doing> = {
  ...SEASON_ANSWERS,
  buy: (world, step) => payAtProvider(world, familyOf(world, step.who), step),
  'pay in an old tab': payInOldTab,
  async 'ask to pay at school'(world, { index, who, a, b }) {
    const family = familyOf(world, who)
    const rider = await riderOf(family, a)
    const id = pick(world.school.packages, b)
    if (!rider || id === undefined) return null
    const fill = {
      ...{ package: String(id), rider, start: 'this-month', paymentType: 'one-time', method: 'school' },
      nonce: `asked-${index}`.padEnd(24, 'x'),
    }
    return presses(family.person, '/purchase', /^(Continue|Purchase|Ask)/, fill, [rider, family.person.id])
  },
  async "can't come"(world, { who, a }) {
    const family = familyOf(world, who)
    return absence('POST', family, await ownRide(world, family, a, ({ attendance }) => attendance === 'scheduled'))
  },
  'come after all': (world, { who, a }) =>
    tryEach(familiesOf(world), who, async (family) => {
      const isOff = ({ attendance }: Ride) => attendance === 'absent' || attendance === 'reschedule'
      return absence('DELETE', family, await ownRide(world, family, a, isOff))
    }),
  'book a place': (world, step) => place(world, step, '/api/places'),
  'book a makeup': (world, step) => place(world, step, '/api/makeups/bookings'),
  'give a place back': (world, { who, a }) =>
    tryEach(familiesOf(world), who, async (family) => {
      const ride = await ownRide(world, family, a, ({ source }) => source === 'one-time')
      if (!ride) return null
      const { studentId, date: lessonDate, scheduledTime, type: lessonType } = ride
      const body = { studentId, lessonDate, scheduledTime, lessonType }
      return calls(family.person, 'DELETE', '/api/places', body, subjectsOf(ride))
    }),
  'ask for a makeup': (world, { who, a, b }) =>
    tryEach(familiesOf(world), who, async ({ person }) => {
      const makeups: Makeup[] = await person.read('/api/makeups')
      const makeup = pick(
        makeups.filter(({ state }) => state === 'open'),
        a,
      )
      if (!makeup) return null
      const at = `/api/makeups/${makeup.id}/request`
      const subjects = [makeup.studentId, `makeup ${makeup.id}`]
      if (makeup.request?.state === 'open' && b % 4 === 0) return calls(person, 'DELETE', at, undefined, subjects)
      return calls(person, 'POST', at, { weekdays: [b % 7], wish: 'After four' }, subjects)
    }),
  async 'join a line'(world, { who, a, b, c }) {
    const family = familyOf(world, who)
    const studentId = await riderOf(family, a)
    const { times, types } = world.school
    const date = addDays(world.clock.today, b % 15)
    // Mostly for the next lessons, where a place becomes free before their day.
    const slots = (await slotsOf(world)).slice(0, c % 4 === 0 ? undefined : 4)
    const slot = pick(slots, b) ?? { date, time: pick(times, b)!, type: pick(types, c)! }
    if (!studentId) return null
    const body = { studentId, ...lessonOf(slot), weekly: c % 3 === 0 }
    return calls(family.person, 'POST', '/api/waitlist', body, [studentId, slotSubject(slot)])
  },
  'leave a line': (world, { who, a }) =>
    tryEach(familiesOf(world), who, async ({ person }) => {
      const line = pick((await person.read('/api/waitlist')) as { id: number; studentId: string }[], a)
      return line ? calls(person, 'DELETE', `/api/waitlist/${line.id}`, undefined, [line.studentId]) : null
    }),
  async 'answer an offer'(world, { a, b }) {
    for (const { person } of familiesOf(world)) {
      const lines: {
        studentId: string
        offer: { id: number; lessonDate: string } | null
        scheduledTime: string
        lessonType: string
      }[] = await person.read('/api/waitlist')
      const line = pick(
        lines.filter(({ offer }) => offer),
        a,
      )
      if (!line?.offer) continue
      const body = { answer: b % 4 === 0 ? 'decline' : 'take' }
      return calls(person, 'POST', `/api/offers/${line.offer.id}`, body, [line.studentId])
    }
    return null
  },
  async 'sign the waiver'(world, { who }) {
    const family = familyOf(world, who)
    const { person, own } = family
    const riders = await ownRiders(family)
    const [current] = await world.rows<{ id: number }>(
      'SELECT id FROM waiver_versions WHERE withdrawn_at IS NULL ORDER BY number DESC LIMIT 1',
    )
    if (!current) return null
    const adult = riders.includes(person.id)
    const body = {
      ...{ waiver: current.id, riders, name: `${own[0]} ${own[1]}`, drawing: '10,20 30,40', agree: true },
      ...(adult && riders.length === 1 ? { signerRole: 'adult' } : { signerRole: 'guardian' }),
    }
    return calls(person, 'POST', '/api/waivers', body, riders)
  },
  async 'add a rider'(world, { who, a }) {
    const family = familyOf(world, who)
    if ((await ownRiders(family)).length > 3) return null
    const firstName = `Added${a}x`
    const body = { firstName, lastName: family.own[1], birthDate: '2015-04-01', consent: true }
    const { status, body: answer } = await family.person.call('POST', '/api/family/riders', body)
    if (status === 201) {
      family.own.push(firstName)
      family.person.names.push(firstName)
    }
    return {
      said: `${family.person.name} adds ${firstName} → ${status}`,
      status,
      subjects: [family.person.id, answer.id],
    }
  },
  async 'look around'(world, { who, a }) {
    const { person } = familyOf(world, who)
    const at = pick(LOOKS, a)!
    const page = await person.open(at)
    return { said: `${person.name} opens ${at} → ${page.status}`, status: page.status, subjects: [person.id] }
  },
  async 'read Spanish'(world, { who, a, b }) {
    const { person } = familyOf(world, who)
    const chosen = await presses(person, '/', 'Español', {}, [person.id])
    await person.open(pick(LOOKS, a)!)
    // Some go back to English. The others use another browser, which is in English: their messages stay Spanish.
    if (b % 3 === 0) await presses(person, '/', 'English', {}, [person.id])
    else person.cookies.delete('language')
    return chosen
  },
  async subscribe(world, { who, a, b }) {
    const family = familyOf(world, who)
    const riderId = await riderOf(family, a)
    const id = pick(world.school.packages, b)
    if (!riderId || id === undefined) return null
    await saveCard(world, family)
    const body = { items: [{ type: 'package', id, quantity: 1, riderId }] }
    return calls(family.person, 'POST', '/api/subscriptions', body, [riderId, family.person.id])
  },
  'cancel a subscription': (world, { who, a }) =>
    tryEach(familiesOf(world), who, ({ person }) => {
      const method = a % 3 === 0 ? 'POST' : 'DELETE'
      const at = method === 'POST' ? '/api/subscriptions/keep' : '/api/subscriptions'
      return calls(person, method, at, {}, [person.id])
    }),
}
