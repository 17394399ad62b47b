import { addDays, monthEnd } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { digestOf } from './checks/digest'
import { wrongNotices } from './checks/notices'
import { type Did, type Doing, familyOf, lessonOf, pick, ridersOf } from './doing'
import { ownRide } from './family-steps'
import { remember, signInEveryone } from './households'
import type { EventKind } from './kinds'
import type { Family } from './model'
import { payAtProvider } from './paying'
import type { Step } from './plan'
import { difference, ridersAt, slotsOf } from './reading'
import type { World } from './world'

const event = (said: string, subjects: string[] = []): Did => ({ said, status: 200, subjects })

/** Everyone and everything that is there, because it happens to all of them. */
const everything = async (world: World) => [
  ...(await ridersOf(world)),
  ...(await slotsOf(world)).map((slot) => Object.values(slot).join(' ')),
]

/** Pays by card on the next day what was opened on the last day of its month, before any job has looked at it. */
async function payOverMonthEnd(world: World, family: Family, step: Step): Promise<Did | null> {
  const [today, next] = [world.clock.today, addDays(world.clock.today, 1)]
  await world.pass(today, '23:59:50')
  const did = await payAtProvider(world, family, { ...step, c: 1 }, () => world.clock.set(next, '00:00:20'))
  await world.pass(next, '00:00:30')
  return did
}

/** What happens to the whole school. */
export const EVENT_STEPS: Record<EventKind, Doing> = {
  async 'kill the server'(world) {
    await world.settle()
    const before = await digestOf(world)
    await world.kill()
    const after = await digestOf(world)
    if (before !== after) world.violations.push(`after a kill the school is another:\n${difference(before, after)}`)
    return event('the server is killed, and started again', await everything(world))
  },
  async 'kill it in a form'(world, { who, a, b, c }) {
    const studentId = pick(await ridersOf(world), who)
    const slot = pick(await slotsOf(world), a)
    if (!studentId || !slot) return null
    const body = { studentId, ...lessonOf(slot) }
    const sent = world.school.office
      .call('POST', '/api/temporary-lessons/add-student', body)
      .catch(() => ({ status: 0, body: '' }))
    const bought = familyOf(world, b).person.call('POST', '/api/payment/create', {
      items: [{ type: 'package', id: pick(world.school.packages, b), quantity: 1 }],
      ...{ startDate: 'this-month', nonce: `killed-${a}-${b}`.padEnd(24, 'x') },
    })
    const lost = bought.catch(() => ({ status: 0, body: '' }))
    await new Promise((resolve) => setTimeout(resolve, c % 60))
    await world.kill()
    const [{ status }, { status: paid }] = [await sent, await lost]
    if (status >= 200 && status < 300) {
      const rides = await ridersAt(world, slot)
      if (!rides.includes(studentId))
        world.violations.push(`${studentId} was acknowledged for ${Object.values(slot).join(' ')}, and is not there`)
    }
    return event(`the server is killed in a form (${status}) and a purchase (${paid})`, await everything(world))
  },
  async 'provider fails'(world, { a }) {
    const kinds = ['timeout_after', 500, 'timeout_before', 503, 429] as const
    const kind = pick(kinds, a)!
    world.failNext(kind)
    return event(`the provider's next change fails (${kind})`)
  },
  async 'provider is late'(world, { a }) {
    const fault = pick(['hold', 'double', 'shuffle', 'deliver'] as const, a)!
    world.provider.sandbox.faults.events = fault
    return event(`the provider's events: ${fault}`)
  },
  async 'form over midnight'(world, step) {
    const { who, a } = step
    const family = familyOf(world, who)
    const today = world.clock.today
    if (monthEnd(today) === today) return payOverMonthEnd(world, family, step)
    const ride = await ownRide(world, family, a, ({ attendance }) => attendance === 'scheduled')
    await world.pass(today, '23:59:50')
    if (!ride) return null
    const page = await family.person
      .send(paths.cantCome(`${ride.date}T${ride.scheduledTime}~${ride.studentId}`), {
        press: /can.t come/i,
        around: async (send) => {
          await world.pass(addDays(today, 1), '00:00:20')
          return send()
        },
      })
      .catch((error: Error) => error)
    if (page instanceof Error)
      return { said: `no form over midnight: ${page.message.slice(0, 200)}`, status: 404, subjects: [] }
    return event(`${family.person.name} calls off ${ride.date} over midnight → ${page.status} ${page.path}`, [
      ride.studentId,
    ])
  },
  async 'back up'(world, { index }) {
    const file = world.file(`${index}.backup.gz`)
    await world.command('backup', [file])
    const day = world.clock.today
    world.backup = { file, day, recall: remember(world), digest: await digestOf(world) }
    return event('a backup is made', await everything(world))
  },
  async restore(world) {
    if (!world.backup) return null
    const { file, day, recall, digest } = world.backup
    await world.settle()
    // The restored school does not know which messages went out since, and sends what was waiting again.
    world.violations.push(...(await wrongNotices(world)))
    await world.restore(file)
    recall()
    await signInEveryone(world)
    // Lines end with their lesson, and offers with their hours.
    const withoutLines = (text: string) => text.replace(/^\/api\/admin\/waitlist .*\n/gm, '')
    const [before, after] = [withoutLines(digest), withoutLines(await digestOf(world, day))]
    if (after !== before) world.violations.push(`the restored school is another:\n${difference(before, after)}`)
    return event('a backup is restored', await everything(world))
  },
}
