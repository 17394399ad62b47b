import { beforeEach, describe, expect, it } from 'vitest'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { COAT_NAMES } from '~/models/school/coat'
import { prisma } from '~/platform/db.server'
import { horse, openOffice, rider, signedIn, weeklyRider } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { action, loader } from './manage'
import * as removing from './remove-horse'
import * as resting from './rest-horse'
import * as rides from './rides-at-rest'

const path = '/horses/manage?week=2026-11-23'
const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }

const { office, officeId } = await openOffice('2026-11-20T15:00:00Z')

beforeEach(async () => {
  await prisma.horseUsage.deleteMany()
  await prisma.horse.deleteMany()
})

const send = (fields: Record<string, string>) => office.post(action, path, fields)
const add = (name: string) => send({ intent: 'add', name })
const toast = async () => (await office.page()).toast
const names = async () => (await office.get(loader, path)).body.horses.map(({ name }: { name: string }) => name)

it.each(['constructor', '__proto__', 'toString'])('A button named %s is refused in words', async (intent) => {
  const { status, body } = await send({ intent, name: 'Bella' })
  expect([status, body.title]).toEqual([400, 'Failed to save horse'])
})

describe('a coat', () => {
  const save = (id: number, coat: string) =>
    send({ intent: 'save', id: String(id), dayLimit: '3', weekLimit: '14', coat })
  const shown = async () => (await office.get(loader, path)).body.horses[0].coat

  it('is chosen, shown beside the name on any page, and taken back', async () => {
    const { id } = await horse('Bella')
    await horse('Duke')
    expect((await save(id, 'dark-bay')).status).toBe(302)
    expect(await shown()).toBe('dark-bay')
    expect((await office.page()).coats).toEqual({ Bella: 'dark-bay' })
    expect((await save(id, '')).status).toBe(302)
    expect(await shown()).toBeNull()
    expect((await office.page()).coats).toEqual({})
  })

  it('is one of the list, in the database too', async () => {
    const { id } = await horse('Bella')
    const { status, body } = await save(id, 'plaid')
    expect([status, body.lastResult.error]).toEqual([400, { coat: ['Choose a coat from the list'] }])
    await expect(prisma.horse.update({ where: { id }, data: { coat: 'plaid' } })).rejects.toThrow()
    for (const coat of COAT_NAMES) await prisma.horse.update({ where: { id }, data: { coat } })
  })

  it('is the later person’s to look at again, if two choose at once', async () => {
    const { id } = await horse('Bella')
    const { version } = (await office.get(loader, path)).body.horses[0]
    await save(id, 'bay')
    const fields = { intent: 'save', id: String(id), version, dayLimit: '3', weekLimit: '14', coat: 'gray' }
    expect((await send(fields)).status).toBe(409)
    expect(await shown()).toBe('bay')
  })
})

it('is given a rest by a button that names it', async () => {
  const { id } = await horse('Bella')
  const { body } = await office.get(resting.loader, `/horses/manage/${id}/rest`, { id: String(id) })
  expect(await rendered(resting.default, body)).toContain('>Rest Bella</button>')
})

describe('adding a horse', () => {
  it('trims its name and leads back to the dialog', async () => {
    const answer = await add('  Bella  ')
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, path])
    expect(await toast()).toMatchObject({ title: 'Horse Added', description: 'Bella' })
    expect((await office.get(loader, path)).body.horses).toEqual([
      expect.objectContaining({ name: 'Bella', dayLimit: 3, weekLimit: 14, rest: null }),
    ])
  })

  it('stays in the settings if it began there, and so do a rest and a removal', async () => {
    const list = '/settings/horses'
    const added = await office.post(action, list, { intent: 'add', name: 'Bella' })
    expect(added.headers.get('Location')).toBe(list)
    const { id } = await prisma.horse.findFirstOrThrow()
    const params = { id: String(id) }
    const rest = { intent: 'rest', from: slot.date, until: '', reason: '' }
    const rested = await office.post(resting.action, `${list}/${id}/rest`, rest, params)
    expect(rested.headers.get('Location')).toBe(list)
    const removed = await office.post(removing.action, `${list}/${id}/remove`, {}, params)
    expect(removed.headers.get('Location')).toBe(list)
    expect((await toast())?.undo).toMatchObject({ action: list })
  })

  it('takes several with commas between them, and leaves those that are there', async () => {
    await add('Bella')
    await add('Apollo, bella , Comet,')
    expect(await toast()).toMatchObject({ title: '2 Horses Added', description: 'Apollo, Comet' })
    expect(await names()).toEqual(['Apollo', 'Bella', 'Comet'])
    const again = await add('Apollo, Comet')
    expect([again.status, again.body.lastResult.error]).toEqual([
      409,
      { name: ['All of these horses are on the list already'] },
    ])
    expect((await add(' , ')).body.lastResult.error).toEqual({ name: ['Enter a name'] })
  })

  it.each(['Bella', 'bella', ' BELLA '])('refuses %o once there is a Bella', async (name) => {
    await add('Bella')
    const again = await add(name)
    expect([again.status, again.body.lastResult.error]).toEqual([
      409,
      { name: ['There is already a horse named Bella. Give the new one another name.'] },
    ])
    expect(await names()).toEqual(['Bella'])
  })

  it('takes names in any script, and none that is empty or too long', async () => {
    await add('Белла 美丽')
    const [empty, long] = [await add('   '), await add('x'.repeat(101))]
    expect([empty.status, empty.body.title, empty.body.lastResult.error]).toEqual([
      400,
      'Failed to add horse. Please try again.',
      { name: ['Enter a name'] },
    ])
    expect([long.status, long.body.lastResult.error]).toEqual([400, { name: ['Use up to 100 characters'] }])
    expect(await names()).toEqual(['Белла 美丽'])
  })
})

describe('a horse that is assigned', () => {
  const ridden = { ...slot, date: '2026-11-17' }
  let emma: string
  let bella: { id: number }
  const horseOn = async (at: typeof slot) => (await findLesson(at))?.riders[0]?.horse?.name ?? null

  beforeEach(async () => {
    await prisma.ride.deleteMany()
    await prisma.weeklyPlace.deleteMany()
    emma = (await weeklyRider()).id
    bella = await horse('Bella')
    await markAttendance(officeId, { riderId: emma, ...ridden }, { attendance: 'present', horseId: bella.id })
    await assignHorse(officeId, { riderId: emma, ...slot }, { horseId: bella.id })
  })

  const removePath = () => `/horses/manage/${bella.id}/remove`
  const remove = () => office.post(removing.action, removePath(), {}, { id: String(bella.id) })
  const restore = () => send({ intent: 'restore', id: String(bella.id) })

  it('is removed after a question that names the rides that lose it; its history is kept', async () => {
    const asked = (await office.get(removing.loader, removePath(), { id: String(bella.id) })).body
    expect(asked).toMatchObject({ name: 'Bella', rides: [{ ...slot, rider: 'Emma Stone' }] })
    expect((await remove()).status).toBe(302)
    expect(await toast()).toMatchObject({
      title: 'Horse Removed',
      description: 'Bella. 1 upcoming ride needs a horse',
      undo: { fields: { intent: 'restore', id: String(bella.id) } },
    })
    expect([await names(), await horseOn(ridden), await horseOn(slot)]).toEqual([[], 'Bella', null])
    expect((await remove()).headers.get('Location')).toBe('/horses/manage')
    expect(await toast()).toMatchObject({ type: 'error', description: 'This horse no longer exists.' })
    await add('bella')
    expect(await names()).toEqual(['Bella'])
  })

  it('comes back with Undo, to the rides that have no other horse since', async () => {
    const tom = (await weeklyRider({}, { time: '09:00' })).id
    const early = { ...slot, time: '09:00' }
    await assignHorse(officeId, { riderId: tom, ...early }, { horseId: bella.id })
    await remove()
    await assignHorse(officeId, { riderId: tom, ...early }, { horseId: (await horse('Duke')).id })
    expect((await restore()).status).toBe(302)
    expect(await toast()).toMatchObject({
      title: 'Undone: Bella is back',
      description: 'On 1 ride again. 1 ride still needs a horse',
    })
    expect([await names(), await horseOn(slot), await horseOn(early)]).toEqual([['Bella', 'Duke'], 'Bella', 'Duke'])
    expect((await restore()).body.lastResult.error).toEqual({ '': ['Bella is back already.'] })
  })

  it('gets limits, and rides it has stay', async () => {
    await send({ intent: 'save', id: String(bella.id), dayLimit: '1', weekLimit: '0' })
    expect((await office.get(loader, path)).body.horses).toEqual([
      expect.objectContaining({ dayLimit: 1, weekLimit: 0, resting: null }),
    ])
    expect(await horseOn(slot)).toBe('Bella')
  })

  const restPath = () => `/horses/manage/${bella.id}/rest`
  const params = () => ({ id: String(bella.id) })
  const rest = (fields: Record<string, string>) =>
    office.post(resting.action, restPath(), { intent: 'rest', ...fields }, params())

  it('rests from a day through a day with a reason; the rides that it hits come first, and nothing is saved before', async () => {
    const answer = await rest({ from: slot.date, until: '2026-12-05', reason: 'abscess' })
    const address = `/horses/${bella.id}/rides?from=${slot.date}&until=2026-12-05&reason=abscess`
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, address])
    expect((await office.get(loader, path)).body.horses[0].resting).toBeNull()
    const { plan } = (await office.get(rides.loader, address, params())).body
    expect(plan.resting).toMatch(/through Dec 5: abscess$/)
    expect(plan.days.map(({ date }: { date: string }) => date)).toEqual([slot.date])
    const after = await rest({ from: '2027-01-04', reason: '' })
    expect(after.headers.get('Location')).toBe('/horses/manage')
    expect(await toast()).toMatchObject({ title: 'Horse Saved', description: 'Bella', undo: { label: 'Undo' } })
  })

  it('rests and gives its rides to another horse with one form, and one Undo; an older form is shown again', async () => {
    const max = await horse('Max')
    const address = `/horses/${bella.id}/rides?from=${slot.date}`
    const { plan } = (await office.get(rides.loader, address, params())).body
    const [day] = plan.days
    const [ride] = day.rides
    expect([ride.horseId, ride.proposed, ride.note]).toEqual([max.id, true, 'New to this rider'])
    const form = {
      version: plan.version,
      'days[0].date': day.date,
      'days[0].rides[0].ride': `${ride.time} ${ride.version} ${ride.riderId}`,
      'days[0].rides[0].horseId': String(ride.horseId),
    }
    const confirm = () => office.post(rides.action, address, form, params())
    expect((await confirm()).headers.get('Location')).toBe(`/horses/${bella.id}/rides`)
    expect(await toast()).toMatchObject({
      title: 'Bella Rests',
      description: '1 ride changed',
      undo: { label: 'Undo' },
    })
    expect(await horseOn(slot)).toBe('Max')
    expect((await confirm()).headers.get('Location')).toBe(address)
    expect(await toast()).toMatchObject({
      type: 'error',
      title: 'The horses were not saved',
      description: expect.stringContaining('here is the new plan'),
    })
  })

  it.each([
    [{ from: '' }, { from: ['Enter a day'] }],
    [{ from: '2027-01-05', until: '2027-01-04' }, { until: ['The last day is before the first'] }],
    [{ from: '2026-11-01', until: '2026-11-02' }, { until: ['This day is over'] }],
  ])('is put to rest for no days such as %o', async (days, error) => {
    const { status, body } = await rest(days as Record<string, string>)
    expect([status, body.lastResult.error]).toEqual([400, error])
    expect(await prisma.horse.findUniqueOrThrow({ where: { id: bella.id } })).toMatchObject({ onRest: false })
  })

  it.each([
    [{ dayLimit: '-1' }, 'Enter 0 for no limit'],
    [{ dayLimit: '100' }, 'At most 99'],
    [{ weekLimit: '2.5' }, 'Enter a whole number'],
    [{ gapMinutes: '241' }, 'At most 240'],
    [{ weekLimit: 'many' }, 'Enter a number (0 for no limit)'],
  ])('keeps its limits where %o is sent', async (change, error) => {
    const answer = await send({ intent: 'save', id: String(bella.id), dayLimit: '2', weekLimit: '9', ...change })
    expect([answer.status, answer.body.title, answer.body.lastResult.error]).toEqual([
      400,
      'Failed to save horse',
      { [Object.keys(change)[0] ?? '']: [error] },
    ])
    expect(await prisma.horse.findUniqueOrThrow({ where: { id: bella.id } })).toMatchObject({
      dayLimit: 3,
      weekLimit: 14,
    })
  })
})

describe('Of two desks that save one horse', () => {
  const opened = async () => {
    await add('Bella')
    const [{ id, version }] = (await office.get(loader, path)).body.horses
    return { intent: 'save', id: String(id), version, dayLimit: '3', weekLimit: '14' }
  }
  const row = () => prisma.horse.findFirstOrThrow()

  it('the second leaves the limit that the first gave it', async () => {
    const form = await opened()
    await send({ ...form, weekLimit: '9' })
    expect((await send({ ...form, dayLimit: '2' })).status).toBe(302)
    expect(await row()).toMatchObject({ dayLimit: 2, weekLimit: 9 })
    expect((await toast())?.description).toBe('Bella. Someone else changed and we kept: max per week 9')
  })

  it('the second is told that the first has put it to rest until another day', async () => {
    const { id } = await opened()
    const address = `/horses/manage/${id}/rest`
    const { version } = (await office.get(resting.loader, address, { id })).body
    const save = (fields: Record<string, string>) =>
      office.post(resting.action, address, { version, ...fields }, { id })
    await save({ intent: 'rest', from: '2026-11-26', until: '2026-12-05' })
    const { status, body } = await save({ intent: 'rest', from: '2026-11-26', until: '2026-12-12' })
    expect([status, body.lastResult.error['']?.[0]]).toEqual([
      409,
      expect.stringContaining('Last day of rest was open and is now Dec 5, 2026'),
    ])
  })

  it('the second is told of a limit that both changed, and saves it with the next try', async () => {
    const form = await opened()
    await send({ ...form, dayLimit: '2' })
    const { status, body } = await send({ ...form, dayLimit: '5' })
    expect([status, body.lastResult.error]).toEqual([
      409,
      {
        '': ['Max per day was 3 and is now 2. What you typed is still here: save again to put it in place.'],
      },
    ])
    expect(body.lastResult.initialValue).toMatchObject({ id: form.id, dayLimit: '5' })
    expect(await row()).toMatchObject({ dayLimit: 2 })
    expect((await send({ ...form, dayLimit: '5', version: body.version })).status).toBe(302)
    expect(await row()).toMatchObject({ dayLimit: 5 })
  })

  it('an empty limit is no limit', async () => {
    await send({ ...(await opened()), dayLimit: '' })
    expect(await row()).toMatchObject({ dayLimit: 0 })
  })
})

it('is for admins', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, path)).status).toBe(403)
  expect((await family.post(action, path, { intent: 'add', name: 'Trojan' })).status).toBe(403)
  expect(await prisma.horse.count()).toBe(0)
})
