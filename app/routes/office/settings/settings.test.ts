import { beforeEach, describe, expect, test } from 'vitest'
import { compose } from '~/emails/layout'
import { calendarFeed } from '~/models/schedule/rides/calendar.server'
import { toneOf } from '~/models/school/face/school-color'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { prisma } from '~/platform/db.server'
import { readVersion, versionOf } from '~/platform/version'
import { loader as editStudentLoader } from '~/routes/office/students/edit-student'
import { loader as purchaseLoader } from '~/routes/portal/purchase/purchase'
import { sendLink } from '~/services/mail/account-mail.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, emptyTables, rider, signedIn } from '../../../../test/factories'
import { packageId } from '../../../../test/payments'
import { Visitor } from '../../../../test/visitor'
import { action as addAction, loader as addLoader } from './administrators/add'
import { loader as adminsLoader } from './administrators/administrators'
import { action as removeAction, loader as removeLoader } from './administrators/remove'
import { loader as catalogueLoader } from './catalogue/catalogue'
import { action as itemAction, loader as itemLoader } from './catalogue/item'
import { itemTexts } from './catalogue/item-fields'
import { action as feeAction, loader as feeLoader } from './fee'
import { loader as indexLoader } from './index'
import { action as schoolAction, loader as schoolLoader } from './school/school'
import { loader } from './settings'

let office: Visitor

beforeEach(async () => {
  await emptyTables()
  await seedCatalog()
  office = await signedIn(await admin())
})

const loaders = {
  loader,
  indexLoader,
  catalogueLoader,
  itemLoader,
  feeLoader,
  schoolLoader,
  adminsLoader,
  addLoader,
  removeLoader,
}
const actions = { itemAction, feeAction, schoolAction, addAction, removeAction }

describe('the settings are the office’s alone', () => {
  test.each(Object.entries({ ...loaders, ...actions }))('%s', async (_, handler) => {
    const params = { kind: 'packages', id: '1' }
    const post = { feeRate: '0', feeScope: 'all_cards', name: 'Ours now', price: '0', email: 'me@mine.example' }
    const isAction = Object.values(actions).some((action) => action === handler)
    const visit = (visitor: Visitor) =>
      isAction ? visitor.post(handler, '/settings', post, params) : visitor.get(handler, '/settings', params)
    const nobody = await visit(new Visitor())
    expect([nobody.status, nobody.headers.get('Location')]).toEqual([302, expect.stringContaining('/auth')])
    expect((await visit(await signedIn(await rider()))).status).toBe(403)
    expect(await prisma.auditEntry.count()).toBe(0)
    expect(await prisma.school.count()).toBe(0)
  })

  test('and a form from elsewhere is refused', async () => {
    const body = new URLSearchParams({ feeRate: '0', feeScope: 'all_cards' })
    expect((await office.send(feeAction, '/settings/fee', { method: 'POST', body })).status).toBe(403)
  })
})

describe('catalog', () => {
  const basic = {
    name: 'Package 1 - Basic',
    price: '220.00',
    description: '4 group lessons plus 1 makeup',
    sortOrder: '20',
    active: 'on',
    lessonsPerMonth: '4',
    privateLessonsPerMonth: '0',
    makeupLessons: '1',
    hacksPerMonth: '0',
  }
  /** The version of the form as opened in a new school. */
  const opened = versionOf({ ...basic, price: 22_000, change: 0 })
  const save = async (change: Record<string, string>) => {
    const id = String(await packageId())
    return office.post(
      itemAction,
      `/settings/catalogue/packages/${id}`,
      { ...basic, version: opened, ...change },
      { kind: 'packages', id },
    )
  }

  test('a price that is saved is the one families see, and the change is told', async () => {
    const answer = await save({ price: '$1,230.5' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/settings/catalogue'])
    const { body } = await new Visitor().get(purchaseLoader, '/purchase')
    expect(body.catalog.packages[1]).toMatchObject({ name: 'Package 1 - Basic', price: 123_050 })
    const list = await office.get(catalogueLoader, '/settings/catalogue')
    expect(list.body.changes).toMatchObject([
      { who: 'Ann Office', what: 'changed Package 1 - Basic: price $220.00 → $1,230.50' },
    ])
  })

  test('an unchecked box takes it off the shelf', async () => {
    const { active: _, ...rest } = basic
    const id = String(await packageId())
    await office.post(itemAction, '/settings/catalogue/packages/2', rest, { kind: 'packages', id })
    const { body } = await new Visitor().get(purchaseLoader, '/purchase')
    expect(body.catalog.packages).toHaveLength(4)
  })

  test.each([
    ['price', '10000'],
    ['price', '-1'],
    ['price', '2.005'],
    ['price', ''],
    ['sortOrder', '1000'],
    ['lessonsPerMonth', '100'],
    ['makeupLessons', ''],
  ])('%s "%s" is refused beside its field, and what was typed stays', async (field, typed) => {
    const { status, body } = await save({ [field]: typed })
    expect(status).toBe(400)
    expect(Object.keys(body.lastResult.error)).toEqual([field])
    expect(body.lastResult.initialValue).toMatchObject({ description: basic.description })
    expect(await prisma.auditEntry.count()).toBe(0)
  })

  test('the later of two forms is told, and can be sent again knowing it', async () => {
    await save({ price: '230' })
    const late = await save({ price: '240' })
    expect(late.status).toBe(409)
    expect(late.body.lastResult.error['']).toEqual([
      expect.stringContaining('In the meantime, Ann Office changed Package 1 - Basic: price $220.00 → $230.00'),
    ])
    expect(late.body.lastResult.initialValue).toMatchObject({ price: '240' })
    expect((await save({ price: '240', version: late.body.version })).status).toBe(302)
  })

  test('the later of two forms keeps what it did not change itself', async () => {
    await save({ price: '230', lessonsPerMonth: '5' })
    expect((await save({ description: 'Four lessons', active: '' })).status).toBe(302)
    expect(await prisma.package.findUniqueOrThrow({ where: { id: await packageId() } })).toMatchObject({
      lessonsPerMonth: 5,
      description: 'Four lessons',
      active: false,
    })
    const { toast } = await office.page()
    expect(toast?.description).toBe(
      'Package 1 - Basic. Someone else changed and we kept: price $230.00, group lessons 5',
    )
    const third = await save({ price: '240', lessonsPerMonth: '4', version: opened })
    expect(third.status).toBe(409)
    await save({ price: '240', lessonsPerMonth: '4', version: third.body.version })
    const { price, lessonsPerMonth } = await prisma.package.findUniqueOrThrow({ where: { id: await packageId() } })
    expect([price.toFixed(2), lessonsPerMonth]).toEqual(['240.00', 5])
  })

  test('the version of the form is what the form shows', async () => {
    const id = String(await packageId())
    const { body } = await office.get(itemLoader, `/settings/catalogue/packages/${id}`, { kind: 'packages', id })
    expect(readVersion(body.version)).toMatchObject(readVersion(opened) ?? {})
  })

  test('a new package and a new add-on are for sale at once', async () => {
    const add = (kind: string, fields: Record<string, string>) =>
      office.post(itemAction, `/settings/catalogue/${kind}/new`, { ...basic, ...fields }, { kind, id: 'new' })
    expect((await add('packages', { name: 'Package 5', sortOrder: '60' })).status).toBe(302)
    expect((await add('add-ons', { name: 'Pony Camp', type: 'hack', sortOrder: '110' })).status).toBe(302)
    const { body } = await new Visitor().get(purchaseLoader, '/purchase')
    expect(body.catalog.packages.at(-1)).toMatchObject({ name: 'Package 5', lessonsPerMonth: 4 })
    expect(body.catalog.addOns.at(-1)).toMatchObject({ name: 'Pony Camp', type: 'hack' })
    expect((await add('packages', { name: 'Package 5' })).body.lastResult.error.name).toBeDefined()
    expect((await add('add-ons', { name: 'Other', type: 'free_money' })).status).toBe(400)
  })

  test('an example is put up for sale without its “Example: ”', async () => {
    await prisma.package.deleteMany()
    await prisma.addOn.deleteMany()
    await seedCatalog({ examples: true })
    for (const [kind, { id, name }] of [
      ['packages', await prisma.package.findFirstOrThrow({ where: { name: 'Example: Intro Package' } })],
      ['add-ons', await prisma.addOn.findFirstOrThrow({ where: { name: 'Example: Hack' } })],
    ] as const) {
      const params = { kind, id: String(id) }
      const address = `/settings/catalogue/${kind}/${id}`
      const { version, item } = (await office.get(itemLoader, address, params)).body
      const { name: proposed } = itemTexts(item, 0) as { name: string }
      expect(`Example: ${proposed}`).toBe(name)
      expect((await office.post(itemAction, address, { ...basic, name: proposed, version }, params)).status).toBe(302)
    }
    const { body } = await new Visitor().get(purchaseLoader, '/purchase')
    const named = (items: { name: string }[]) => items.map(({ name }) => name)
    expect([named(body.catalog.packages), named(body.catalog.addOns)]).toEqual([['Intro Package'], ['Hack']])
  })

  test('a tick says whether an add-on can be bought every month', async () => {
    const { id } = await prisma.addOn.findFirstOrThrow({ where: { name: 'Hack' } })
    const params = { kind: 'add-ons', id: String(id) }
    const address = `/settings/catalogue/add-ons/${id}`
    const hack = { name: 'Hack', price: '44.50', description: 'One-hour trail ride', sortOrder: '50', active: 'on' }
    const save = async (tick: Record<string, string>) => {
      const { version } = (await office.get(itemLoader, address, params)).body
      return office.post(itemAction, address, { ...hack, ...tick, version }, params)
    }
    const offered = async () =>
      (await new Visitor().api('/api/addons')).body.find((item: { id: number }) => item.id === id).isRecurring
    expect(await offered()).toBe(true)
    expect((await save({})).status).toBe(302)
    expect(await offered()).toBe(false)
    expect((await save({ isRecurring: 'on' })).status).toBe(302)
    expect(await offered()).toBe(true)
    const { changes } = (await office.get(catalogueLoader, '/settings/catalogue')).body
    expect(changes).toMatchObject([
      { what: 'changed Hack: available monthly no → yes' },
      { what: 'changed Hack: available monthly yes → no' },
    ])
  })

  test('what is not there is not found', async () => {
    for (const params of [
      { kind: 'packages', id: '999' },
      { kind: 'horses', id: '1' },
      { kind: 'add-ons', id: 'x' },
    ]) {
      expect((await office.get(itemLoader, '/settings/catalogue/x/y', params)).status).toBe(404)
    }
    const gone = { kind: 'add-ons', id: '999' }
    expect((await office.post(itemAction, '/settings/catalogue/add-ons/999', basic, gone)).status).toBe(404)
  })

  test('a package that was given to a student stays in their form when it is no longer for sale', async () => {
    const emma = await rider()
    const id = await packageId()
    const month = { validFrom: new Date('2026-11-01'), validTo: new Date('2026-11-30') }
    await prisma.grant.create({ data: { userId: emma.id, packageId: id, lessons: 4, ...month } })
    await prisma.package.updateMany({ data: { active: false } })
    const { body } = await office.get(editStudentLoader, '/students-management/x/edit?month=2026-11', { id: emma.id })
    expect(body.packages).toEqual([{ id, name: 'Package 1 - Basic' }])
  })
})

describe('fee', () => {
  const save = (fields: Record<string, string>) =>
    office.post(feeAction, '/settings/fee', { feeRate: '3', feeScope: 'all_cards', version: opened, ...fields })
  const opened = versionOf({ feeRate: 300, feeScope: 'all_cards', change: 0 })

  test('is saved in hundredths of a percent, shown to families, and told', async () => {
    expect((await save({ feeRate: '2.75', feeScope: 'credit_cards' })).status).toBe(302)
    expect((await new Visitor().get(purchaseLoader, '/purchase')).body.feeRate).toBe(275)
    const { body } = await office.get(feeLoader, '/settings/fee')
    expect(body).toMatchObject({ feeRate: 275, feeScope: 'credit_cards' })
    expect(body.changes[0].what).toBe('changed the fee: fee 3% → 2.75%, paid with All cards → Credit cards only')
    expect((await save({ feeRate: '4' })).status).toBe(409)
  })

  test('keeps what the other of two desks changed, and tells it', async () => {
    await save({ feeScope: 'credit_cards' })
    expect((await save({ feeRate: '4' })).status).toBe(302)
    expect(await prisma.school.findFirst()).toMatchObject({ feeRate: 400, feeScope: 'credit_cards' })
    expect((await office.page()).toast?.description).toBe(
      '4%, credit cards only. Someone else changed and we kept: paid with Credit cards only',
    )
  })

  test.each([
    ['feeRate', '10.01'],
    ['feeRate', '-1'],
    ['feeRate', '1.005'],
    ['feeRate', ''],
    ['feeScope', 'nobody'],
  ])('%s "%s" is refused', async (field, typed) => {
    const { status, body } = await save({ [field]: typed })
    expect([status, Object.keys(body.lastResult.error)]).toEqual([400, [field]])
    expect(await prisma.school.count()).toBe(0)
  })

  test('may be nothing, and ten percent', async () => {
    expect((await save({ feeRate: '0' })).status).toBe(302)
    const { version } = (await office.get(feeLoader, '/settings/fee')).body
    expect((await save({ feeRate: '10 %', version })).status).toBe(302)
  })
})

describe('school', () => {
  test('has a color of its own, which every page and email of it has', async () => {
    await office.post(schoolAction, '/settings/school', { name: 'Navy School', color: 'navy' })
    expect([(await office.page()).color, (await new Visitor().page()).color]).toEqual(['navy', 'navy'])
    const { html } = compose({ ...letterheadOf(await findSchool()), readerName: null }, () => ({
      subject: 'Hello',
      heading: 'Hello',
      blocks: [],
    }))
    expect(html).toContain(`color:${toneOf('navy', 'brand')}`)
    expect((await office.get(schoolLoader, '/settings/school')).body.changes[0].what).toContain('color Green → Navy')
    await office.post(schoolAction, '/settings/school', { name: 'Navy School', color: '' })
    expect((await office.page()).color).toBeNull()
    expect((await office.post(schoolAction, '/settings/school', { name: 'x', color: 'beige' })).status).toBe(400)
  })

  const save = (fields: Record<string, string>) =>
    office.post(schoolAction, '/settings/school', { name: 'Green School', ...fields })

  test('is named by what the office says, on pages, in emails and in calendars', async () => {
    const emma = await rider({ calendarKey: 'k'.repeat(43) })
    await save({ phone: '555 0100', email: 'Office@Green.example', address: '12 Mill Lane\r\n\r\n Rhinebeck ' })
    expect(await new Visitor().page()).toMatchObject({
      school: 'Green School',
      contact: { phone: '555 0100', email: 'office@green.example', address: '12 Mill Lane\nRhinebeck' },
    })
    await sendLink('magic', emma.email!, { readerName: 'Emma' }, 'http://stirrup.test/auth')
    const mail = await prisma.outboxEmail.findFirstOrThrow()
    expect(mail.subject).toBe('Sign in to Green School')
    expect(mail.text).toMatch(/Green School\n12 Mill Lane\nRhinebeck\n555 0100\noffice@green\.example\n$/)
    expect(await calendarFeed('k'.repeat(43))).toContain('Green School')
  })

  test('is not saved with a zero byte, which the database cannot hold', async () => {
    expect((await save({ address: 'a\0b' })).status).toBe(400)
    expect(await prisma.school.count()).toBe(0)
  })

  test('of two desks each keeps what the other saved, and a field of both is told', async () => {
    const { school, version } = (await office.get(schoolLoader, '/settings/school')).body
    const form = { version, name: school.name, phone: '', email: '', address: '' }
    await save({ ...form, phone: '555 0100', address: '12 Mill Lane' })
    expect((await save({ ...form, email: 'office@green.example' })).status).toBe(302)
    const late = await save({ ...form, phone: '555 0199' })
    expect([late.status, late.body.lastResult.error['']]).toEqual([
      409,
      [
        'In the meantime, Ann Office changed the school: phone nothing → 555 0100, address nothing → 12 Mill Lane. Nothing of yours is saved. What you typed is still here: save again to put it in place.',
      ],
    ])
    expect((await save({ ...form, phone: '555 0199', version: late.body.version })).status).toBe(302)
    expect(await prisma.school.findFirst()).toMatchObject({
      phone: '555 0199',
      email: 'office@green.example',
      address: '12 Mill Lane',
    })
  })

  test('keeps the fee of the configuration while only its name is saved', async () => {
    await save({})
    expect(await prisma.school.findFirst()).toMatchObject({ name: 'Green School', phone: null, feeRate: null })
  })

  test.each([
    ['name', '  '],
    ['name', 'Green\nSchool'],
    ['email', 'office'],
    ['address', 'x'.repeat(301)],
  ])('%s "%s" is refused', async (field, typed) => {
    const { status, body } = await save({ [field]: typed })
    expect([status, Object.keys(body.lastResult.error)]).toEqual([400, [field]])
  })
})
