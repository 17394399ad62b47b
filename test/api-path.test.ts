import { beforeAll, describe, expect, test } from 'vitest'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { dayOfWeek } from '~/utils/dates'
import { seedCatalog } from '../prisma/seed/catalog'
import { openTestProvider, payWith } from './payments'
import { step } from './step'
import { Visitor } from './visitor'

const { provider, sandbox } = openTestProvider()
sandbox.faults.events = 'drop'

const OFFICE = { email: 'office@example.com', password: 'office-secret' }
const FAMILY = {
  email: 'api.family@example.com',
  password: 'six-or-more',
  firstName: 'Pat',
  lastName: 'Quinn',
  phone: '5550102030',
}

const rider = new Visitor()
const office = new Visitor()
const stranger = new Visitor()
const signInOffice = async () => (await office.api('/api/login', { method: 'POST', body: OFFICE })).body.user
const idOf = async (name: string) => (await prisma.package.findUniqueOrThrow({ where: { name } })).id

beforeAll(async () => {
  await seedCatalog()
  const password = await hashPassword(OFFICE.password)
  await prisma.user.create({
    data: { email: OFFICE.email, password, firstName: 'Joan', lastName: 'Ashby', role: 'admin' },
  })
  await prisma.horse.create({ data: { name: 'Bella' } })
  await stranger.api('/api/register', { method: 'POST', body: { ...FAMILY, email: 'stranger@example.com' } })
})

test('A family buys and rides through the API, and the office teaches and reports', async () => {
  let riderId = ''
  let paymentIntentId = ''

  await step('A registration signs the customer in', async () => {
    const { status, body } = await rider.api('/api/register', { method: 'POST', body: FAMILY })
    expect([status, body.user.firstName]).toEqual([201, 'Pat'])
    riderId = body.user.id
    expect(body.user).not.toHaveProperty('password')
    expect((await rider.api('/api/auth/user')).body).toMatchObject({ id: riderId, role: 'customer' })
  })

  await step('Packages are listed in the school’s order, with prices in dollars', async () => {
    const { body } = await rider.api('/api/packages')
    expect(body[0]).toMatchObject({ name: 'Intro Package', price: 180 })
    expect(body.at(-1).name).toBe('Package 4 - Premium Private')
    expect((await rider.api('/api/addons')).body.map((item: { name: string }) => item.name)).toContain('Hack')
  })

  await step('A payment is created from ids and quantities, whatever amounts the body claims', async () => {
    const hack = await prisma.addOn.findUniqueOrThrow({ where: { name: 'Hack' } })
    const { status, body } = await rider.api('/api/payment/create', {
      method: 'POST',
      body: {
        items: [
          { type: 'package', id: await idOf('Package 1 - Basic'), quantity: 1, price: 1, amount: 1 },
          { type: 'addon', id: hack.id, quantity: 2 },
        ],
        startDate: 'this-month',
        total: 1,
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      requiresPayment: true,
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
    })
    paymentIntentId = body.paymentIntentId
    expect((await provider.stripe.paymentIntents.retrieve(paymentIntentId)).amount).toBe(31_827)
  })

  await step('An unpaid payment, or someone else’s, is not confirmed', async () => {
    const unpaid = await rider.api('/api/payment/confirm', { method: 'POST', body: { paymentIntentId } })
    expect(unpaid.body.success).toBe(false)
    const foreign = await stranger.api('/api/payment/confirm', { method: 'POST', body: { paymentIntentId } })
    expect(foreign.status).toBe(404)
  })

  await step('A paid payment is confirmed', async () => {
    await payWith(provider, paymentIntentId)
    const { body } = await rider.api('/api/payment/confirm', { method: 'POST', body: { paymentIntentId } })
    expect(body).toEqual({ success: true, message: 'Your purchase has been completed successfully.' })
    const [row, ...others] = (await rider.api('/api/payment-history')).body
    expect(others).toEqual([])
    expect(row).toMatchObject({ type: 'stripe', amountPaid: 318.27, status: 'succeeded', lessonsUsed: 0 })
    expect((await rider.api(`/api/payment-history/${row.year}`)).body).toEqual([row])
    expect((await rider.api('/api/payment-history/1999')).status).toBe(400)
    expect((await stranger.api('/api/payment-history')).body).toEqual([])
  })

  await step('The office puts the rider on the schedule and records the ride', async () => {
    expect((await signInOffice()).role).toBe('admin')
    const place = {
      studentId: riderId,
      dayOfWeek: dayOfWeek(today()),
      scheduledTime: '4:00 PM',
      lessonType: 'Group Lesson',
      startDate: today(),
    }
    expect((await office.api('/api/weekly-schedule', { method: 'POST', body: place })).status).toBe(201)
    expect((await office.api('/api/weekly-schedule', { method: 'POST', body: place })).status).toBe(409)
    expect((await office.api('/api/weekly-schedule')).body).toMatchObject([
      { studentId: riderId, scheduledTime: '4:00 PM' },
    ])
    const record = {
      studentId: riderId,
      lessonDate: today(),
      lessonTime: '4:00 PM',
      attendanceStatus: 'present',
      lessonType: 'regular',
      rideType: 'Group Lesson',
      horseName: 'Bella',
    }
    expect((await office.api('/api/lessons/attendance', { method: 'POST', body: record })).body.message).toBe(
      'Attendance Recorded',
    )
  })

  await step('The rider sees coming and past rides', async () => {
    const { body: upcoming } = await rider.api('/api/lessons/user?upcoming=true')
    expect(upcoming.length).toBeGreaterThanOrEqual(12)
    const { body: past } = await rider.api(`/api/lessons/user/${riderId}?upcoming=false`)
    expect(past).toMatchObject([{ date: today(), attendance: 'present', horseAssignment: 'Bella' }])
    expect((await stranger.api(`/api/lessons/user/${riderId}`)).status).toBe(404)
    expect((await rider.api('/api/payment-history')).body[0].lessonsUsed).toBe(1)
  })

  await step('The office sees the payment and downloads it', async () => {
    const { body } = await office.api('/api/admin/payment-transactions')
    expect(body).toMatchObject([
      { id: paymentIntentId, studentName: 'Pat Quinn', amount: 318.27, convenienceFee: 9.27, status: 'succeeded' },
    ])
    const csv = await office.api(`/api/admin/reports/transactions?format=csv&start_date=${today()}&end_date=${today()}`)
    expect(csv.headers.get('Content-Type')).toContain('text/csv')
    expect(csv.headers.get('Content-Disposition')).toContain(`transactions_${today()}_to_${today()}.csv`)
    expect(csv.body).toContain(`${today()},Pat Quinn,${FAMILY.email},318.27,9.27`)
  })

  await step('The office’s calls are closed to customers and strangers', async () => {
    const nobody = new Visitor()
    for (const path of ['admin/payment-transactions', 'admin/reports/transactions', 'weekly-schedule']) {
      expect((await nobody.api(`/api/${path}`)).status).toBe(401)
      expect((await rider.api(`/api/${path}`)).status).toBe(403)
    }
    expect((await nobody.api('/api/payment/create', { method: 'POST', body: {} })).status).toBe(401)
    const left = await rider.api('/api/logout', { method: 'POST', body: {} })
    expect([left.status, left.headers.get('Clear-Site-Data')]).toEqual([200, '"storage"'])
    expect((await rider.api('/api/auth/user')).status).toBe(401)
  })
})

describe('A payment with invalid input', () => {
  const good = async () => [{ type: 'package', id: await idOf('Package 1 - Basic'), quantity: 1 }]

  test.each([
    ['a quantity of -1', [{ type: 'addon', id: 1, quantity: -1 }]],
    ['a quantity of 11', [{ type: 'addon', id: 1, quantity: 11 }]],
    ['a quantity of "x"', [{ type: 'addon', id: 1, quantity: 'x' }]],
    ['a quantity of 1.5', [{ type: 'addon', id: 1, quantity: 1.5 }]],
    ['nothing', []],
    ['a thing that is not sold', [{ type: 'addon', id: 99_999, quantity: 1 }]],
    [
      'two packages',
      [
        { type: 'package', id: 1, quantity: 1 },
        { type: 'package', id: 2, quantity: 1 },
      ],
    ],
    [
      'one add-on twice',
      [
        { type: 'addon', id: 1, quantity: 9 },
        { type: 'addon', id: 1, quantity: 9 },
      ],
    ],
    ['an unknown type', [{ type: 'horse', id: 1, quantity: 1 }]],
  ])('%s is answered with 400 and a message, and creates no order', async (_, items) => {
    const before = await prisma.order.count()
    const { status, body } = await stranger.api('/api/payment/create', {
      method: 'POST',
      body: { items, startDate: 'this-month' },
    })
    expect([status, typeof body.message]).toEqual([400, 'string'])
    expect(await prisma.order.count()).toBe(before)
  })

  test('A payment without a start date names the missing field', async () => {
    const { status, body } = await stranger.api('/api/payment/create', {
      method: 'POST',
      body: { items: await good() },
    })
    expect(status).toBe(400)
    expect(body.message).toContain('Missing Start Date: Please select when you want your purchase to take effect.')
  })

  test('Text that is not JSON, and JSON sent as a form, are refused', async () => {
    const send = (type: string, body: string) =>
      stranger.sendApi('/api/payment/create', { method: 'POST', headers: { 'Content-Type': type }, body })
    expect((await send('application/json', '{')).status).toBe(400)
    expect((await send('application/x-www-form-urlencoded', 'items=1')).status).toBe(415)
  })

  test('A report with nonexistent dates names the field', async () => {
    await signInOffice()
    const asked = await office.api('/api/admin/reports/transactions?start_date=2026-02-30&end_date=2026-03-01')
    expect([asked.status, asked.body.field]).toEqual([400, 'start_date'])
  })
})
