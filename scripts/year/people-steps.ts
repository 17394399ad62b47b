import { addDays, firstOn } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { wrongNotices } from './checks/notices'
import {
  calls,
  type Did,
  type Doing,
  familiesOf,
  familyOf,
  isAccepted,
  ownRiders,
  pick,
  presses,
  ridersOf,
  tryEach,
} from './doing'
import { erased, movedChild, merged as noteMerge, parted } from './households'
import type { Family } from './model'
import { OFFICE_NOTE } from './names'
import { confirm, slotsOf } from './reading'
import type { World } from './world'

interface Makeup {
  id: number
  studentId: string
  state: string
  extendedFrom: string | null
  request: { id: number; state: string } | null
}

/** How many families the school keeps, to go on with. */
const LEAST_FAMILIES = 4

/** Two families that can be told apart, unless there is one left. */
const twoOf = (families: Family[], n: number) => [pick(families, n), pick(families, n + 1 + (n % 3))] as const

/** Drafts a text for families to sign, and publishes it. */
export async function publishWaiver(world: World, text: string, asksAgain: boolean): Promise<Did> {
  const { office } = world.school
  await confirm(world, office)
  const draft = { title: 'Riding waiver', text }
  await office.call('PUT', '/api/admin/waivers/draft', draft)
  return calls(office, 'POST', '/api/admin/waivers', { ...draft, asksAgain }, ['waiver'])
}

/** What the office does with people and their money. */
export const PEOPLE_STEPS = {
  async 'note a payment'(world, { who, a, b, c }) {
    const { office } = world.school
    const [year, month] = world.clock.today.split('-').map(Number)
    if (b % 4 === 0) {
      const noted: { id: number; userId: string }[] = await office.read(`/api/admin/recorded-payments?year=${year}`)
      const last = pick(noted, a)
      return last ? calls(office, 'DELETE', `/api/admin/recorded-payments/${last.id}`, undefined, [last.userId]) : null
    }
    const userId = pick(await ridersOf(world), who)
    const body = { userId, year, month, amount: 1 + (c % 300), paymentMethod: 'cash', paidOn: world.clock.today }
    return calls(office, 'POST', '/api/admin/recorded-payments', body, [userId])
  },
  async refund(world, { a, b }) {
    const { office } = world.school
    const paid = await world.rows<{ id: number; amount: string; userId: string }>(
      `SELECT id, round(amount * 100)::int AS amount, user_id AS "userId" FROM payment_transactions WHERE raw_status = 'succeeded' ORDER BY id DESC LIMIT 8`,
    )
    const payment = pick(paid, a)
    if (!payment) return null
    await confirm(world, office)
    const at = paths.refund(payment.id)
    const fill: Record<string, string> = { by: 'amount', ...(b % 2 === 0 && { amount: `${1 + (b % 40)}.00` }) }
    const asked = await office.send(at, { press: /^Refund/, fill }).catch(() => null)
    const [, dollars] = /Refund \$([\d,]+\.\d\d)/.exec(asked?.text ?? '') ?? []
    if (!dollars) return null
    return presses(office, at, /^Refund/, { ...fill, said: dollars.replace(/[,.]/g, '') }, [payment.userId])
  },
  async 'give a makeup'(world, { who, a, b }) {
    const studentId = pick(await ridersOf(world), who)
    const until = addDays(world.clock.today, 1 + (a % 40))
    const body = { studentId, type: pick(world.school.types, b), reason: 'A lame horse', until }
    return calls(world.school.office, 'POST', '/api/admin/makeups', body, [studentId])
  },
  async 'change a makeup'(world, { a, b, c }) {
    const { office } = world.school
    const makeups: Makeup[] = await office.read('/api/admin/makeups')
    const intent = pick(['revoke', 'restore', 'extend', 'extend-undo'] as const, b)!
    // Few were revoked or extended: one of them is restored, if there is one.
    const fits = makeups.filter(({ state, extendedFrom }) =>
      intent === 'extend-undo' ? extendedFrom !== null : state === (intent === 'restore' ? 'revoked' : 'open'),
    )
    const makeup = pick(fits, a) ?? pick(makeups, a)
    if (!makeup) return null
    const body = {
      intent,
      reason: 'As agreed',
      ...(intent === 'extend' && { until: addDays(world.clock.today, 20 + (c % 40)) }),
    }
    return calls(office, 'PATCH', `/api/admin/makeups/${makeup.id}`, body, [makeup.studentId, `makeup ${makeup.id}`])
  },
  async 'answer a request'(world, { a, b }) {
    const { office } = world.school
    const makeups: Makeup[] = await office.read('/api/admin/makeups')
    const makeup = pick(
      makeups.filter(({ request }) => request?.state === 'open'),
      a,
    )
    if (!makeup?.request) return null
    const slot = pick(await slotsOf(world), b)
    const beyondCapacity = b % 3 === 0
    if (slot && beyondCapacity) world.beyond.allow(slot)
    const body =
      slot && b % 4 > 0
        ? { lessonDate: slot.date, scheduledTime: slot.time, beyondCapacity }
        : { answer: 'Not before spring' }
    return calls(office, 'POST', `/api/admin/makeups/requests/${makeup.request.id}`, body, [
      makeup.studentId,
      `makeup ${makeup.id}`,
    ])
  },
  async 'set an allowance'(world, { who, a, b }) {
    const studentId = pick(await ridersOf(world), who)
    if (!studentId) return null
    const body = a % 2 === 0 ? { lessonsUsed: b % 5 } : { makeupsUsed: b % 3 }
    return calls(world.school.office, 'PATCH', `/api/admin/students/${studentId}`, body, [studentId])
  },
  async merge(world, { who, a }) {
    const { office } = world.school
    const kept = familyOf(world, who)
    const others = familiesOf(world).filter((one) => one !== kept)
    if (others.length < LEAST_FAMILIES) return null
    await confirm(world, office)
    return tryEach(others, a, async (merged) => {
      const body = { from: merged.person.id, email: a % 2 === 0 ? 'kept' : 'merged' }
      const did = await calls(office, 'POST', `/api/admin/students/${kept.person.id}/merge`, body, [
        ...[kept.person.id, merged.person.id],
        ...(await ownRiders(kept)),
        ...(await ownRiders(merged)),
      ])
      if (did.status < 300) await noteMerge(kept, merged, body.email)
      return did
    })
  },
  async 'undo a merge'(world, { a }) {
    const { office, families } = world.school
    const merged = pick(
      families.filter(({ mergedInto, gone }) => mergedInto && !gone),
      a,
    )
    if (!merged?.mergedInto) return null
    await confirm(world, office)
    const subjects = [merged.person.id, merged.mergedInto.person.id]
    const did = await calls(office, 'POST', `/api/admin/students/${merged.person.id}/merge/undo`, undefined, subjects)
    if (did.status < 300) await parted(world, merged)
    return did
  },
  async 'link a family'(world, { who, a }) {
    const { office } = world.school
    const [from, to] = twoOf(familiesOf(world), who)
    const child =
      from &&
      pick(
        (await ownRiders(from)).filter((id) => id !== from.person.id),
        a,
      )
    if (!from || !to || from === to || !child) return null
    const body = { guardianId: to.person.id }
    const did = await calls(office, 'PUT', `/api/admin/students/${child}/guardian`, body, [
      child,
      from.person.id,
      to.person.id,
    ])
    if (did.status < 300) movedChild(from, to)
    return did
  },
  async import(world, { index, who, a, b }) {
    const { school } = world
    const family = pick(familiesOf(world), who)
    const [day, weekday] = pick(
      [
        ['Tue', 2],
        ['Wed', 3],
        ['Sat', 6],
      ] as const,
      a,
    )!
    const [said, time] = pick(
      [
        ['4:00 PM', '16:00'],
        ['5:00 PM', '17:00'],
      ] as const,
      b,
    )!
    // A file may bring more riders than a lesson has spots: its preview names them.
    world.beyond.allow({ date: firstOn(weekday, world.clock.today), time })
    const known = family ? `Extra${index} ${family.own[1]},${family.own[0]} ${family.own[1]},${family.email}` : ''
    const rows = [`Kid${index} Newcomer${index},Parent Newcomer${index},p@newcomer${index}.example`, known].filter(
      Boolean,
    )
    const csv = [
      'Rider,Parent,Email,Day,Time,Lesson type,Paid,Notes',
      ...rows.map((row) => `${row},${day},${said},Group Lesson,80,${OFFICE_NOTE}`),
      '',
    ].join('\n')
    await confirm(world, school.office)
    return calls(school.office, 'POST', '/api/imports', { csv, fileName: `File ${index}`, move: true }, [
      family?.person.id,
      `file ${index}`,
    ])
  },
  async erase(world, { who }) {
    const families = familiesOf(world)
    if (families.length <= LEAST_FAMILIES) return null
    const { office } = world.school
    // What was sent before may name them.
    world.violations.push(...(await wrongNotices(world)))
    await confirm(world, office)
    return tryEach(families, who, async (family) => {
      const at = paths.eraseStudent(family.person.id)
      const page = await office.open(at)
      // The student's page, which is beside it, has a column “Type”.
      const [, name] = /.*Type (.+?) to confirm/.exec(page.text) ?? []
      if (!name) {
        const [why = ''] = /This can’t be erased yet.*/.exec(page.text) ?? []
        return {
          said: `the office may not erase ${family.person.name}: ${why.slice(0, 300)}`,
          status: 409,
          subjects: [],
        }
      }
      const did = await presses(office, at, 'Erase for Good', { confirm: name }, [
        family.person.id,
        ...(await ownRiders(family)),
      ])
      if (did && isAccepted(did)) erased(world, family)
      return did
    })
  },
  async 'publish a waiver'(world, { index, a }) {
    return publishWaiver(world, `Horses are large and kind, says text ${index}.`, a % 2 === 0)
  },
} satisfies Record<string, Doing>
