import { beforeEach, expect, test } from 'vitest'
import { mergeAccounts } from '~/models/merge/merge.server'
import { prisma } from '~/platform/db.server'
import { loader as studentLoader } from '~/routes/office/students/student/student'
import { admin, emptyTables, grant, openOffice, rider, signedIn } from '../../../../../test/factories'
import type { Visitor } from '../../../../../test/visitor'
import { action as recordOne } from '../record-payment'
import { action, loader } from './as-last-month'

let office: Visitor
let emma: { id: string }
let noah: { id: string }
let basic: number

beforeEach(async () => {
  await emptyTables()
  ;({ office } = await openOffice('2026-11-20T15:00:00Z'))
  emma = await rider({ firstName: 'Emma', lastName: 'Stone' })
  noah = await rider({ firstName: 'Noah', lastName: 'Stone' })
  basic = (await prisma.package.create({ data: { name: 'Basic', price: '238.50', lessonsPerMonth: 4 } })).id
  const october = { month: '2026-10', paidOn: '2026-10-03', packageId: String(basic) }
  await recordFor(emma, { ...october, amount: '238.50', method: 'check' })
  await recordFor(noah, { ...october, amount: '40', method: 'transfer', packageId: '' })
})

const recordFor = (student: { id: string }, fields: Record<string, string>) =>
  office.post(recordOne, `/students/payment/${student.id}`, fields, student)
const address = '/payments/as-last-month?month=2026-11'
const open = async () => (await office.get(loader, address)).body
type Row = Awaited<ReturnType<typeof open>>['rows'][0]

/** Returns the form as it was opened, with changes to its rows by student. */
const formOf = (
  { rows, nonce }: { rows: Row[]; nonce: string },
  changes: Record<string, Record<string, string>> = {},
) =>
  Object.fromEntries([
    ['nonce', nonce],
    ['paidOn', '2026-11-05'],
    ...rows.flatMap(({ id, amount, method, packageId }, at) =>
      Object.entries({
        userId: id,
        pay: 'on',
        amount: String(amount / 100),
        method,
        packageId: String(packageId ?? ''),
        ...changes[id],
      }).map(([name, value]) => [`rows[${at}].${name}`, value]),
    ),
  ])
const send = (fields: Record<string, string>, visitor = office) => visitor.post(action, address, fields)
const november = async () =>
  (
    await prisma.recordedPayment.findMany({
      where: { month: 11 },
      include: { noted: { include: { record: true } } },
      orderBy: { amount: 'asc' },
    })
  ).map(({ amount, method, noted }) => [noted.record.userId, Number(amount), method])
const toast = async (visitor = office) => (await visitor.page()).toast

test('Whoever paid outside last month is recorded by one press, with package and cents, and taken back by one', async () => {
  const form = await open()
  expect(form.rows).toEqual([
    { id: emma.id, name: 'Emma Stone', amount: 23_850, method: 'check', packageId: basic },
    { id: noah.id, name: 'Noah Stone', amount: 4000, method: 'transfer', packageId: null },
  ])
  await send(formOf(form, { [noah.id]: { amount: '45.25', method: 'cash' } }))
  const recorded = await toast()
  expect(recorded).toMatchObject({ title: '2 payments recorded', description: '$283.75 for November 2026' })
  expect(await november()).toEqual([
    [noah.id, 45.25, 'cash'],
    [emma.id, 238.5, 'check'],
  ])
  const month = async () => (await office.get(studentLoader, `/students/${emma.id}?month=2026-11`, emma)).body.student
  expect(await month()).toMatchObject({ paymentStatus: 'Paid', allowance: { lessons: { allowed: 4 } } })
  expect(await open()).toMatchObject({ rows: [], left: [], recorded: 2 })

  const undo = () => send(recorded?.undo?.fields ?? {})
  await Promise.all([undo(), undo()])
  expect([await november(), (await open()).rows.length]).toEqual([[], 2])
  expect(await month()).toMatchObject({ allowance: { lessons: { allowed: 0 } } })
  // The old form, from the browser's history.
  await send(formOf(form))
  expect(await toast()).toMatchObject({
    title: 'The payments were not saved',
    description: 'This was recorded and undone. Check the list and record it again.',
  })
  expect(await november()).toEqual([])
  expect(await prisma.auditEntry.count({ where: { action: { startsWith: 'payments.as-last-month' } } })).toBe(2)
})

test('Pressed twice and at two desks at once it records once', async () => {
  const [form, other] = [await open(), await open()]
  const desk = await signedIn(await admin())
  const answers = await Promise.all([send(formOf(form)), send(formOf(form)), send(formOf(other), desk)])
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302])
  expect(await november()).toHaveLength(2)
  expect(await prisma.grant.count({ where: { userId: emma.id, status: 'active' } })).toBe(2)
  const said = [await toast(), await toast(desk)].map((one) => one?.title).sort()
  expect(said).toEqual(['2 payments recorded', 'The payments were not saved'])
})

test('Unticked rows stay out, whatever they hold; a wrong amount is said beside its field, and nothing is recorded', async () => {
  const form = await open()
  const unticked = formOf(form, { [noah.id]: { amount: 'later' } })
  const wrong = await send(unticked)
  expect([wrong.status, wrong.body.lastResult.error['rows[1].amount']]).toEqual([
    400,
    ['Enter an amount up to $9,999.00, such as 45 or 238.50'],
  ])
  expect(await november()).toEqual([])
  delete unticked['rows[1].pay']
  await send(unticked)
  expect(await november()).toEqual([[emma.id, 238.5, 'check']])
  const nobody = formOf(await open())
  delete nobody['rows[0].pay']
  expect((await send(nobody)).body.lastResult.error['']).toEqual(['Tick whoever has paid'])
})

test('Who paid by card, asked for it, or was recorded since is left out, and one of them stops all', async () => {
  const form = await open()
  await recordFor(noah, { month: '2026-11', paidOn: '2026-11-02', packageId: '', amount: '10', method: 'cash' })
  await send(formOf(form))
  expect(await toast()).toMatchObject({
    description: expect.stringContaining('Noah Stone now has a payment for November'),
  })
  expect(await november()).toEqual([[noah.id, 10, 'cash']])
  await grant(emma.id, '2026-11-01', '2026-11-30', { packageId: basic, stripePaymentIntentId: 'pi_1' })
  expect(await open()).toMatchObject({ rows: [], left: [{ why: expect.stringContaining('by card') }], recorded: 1 })
})

test('Who bought the month, asked for it, or was merged after the list was opened is refused by name, and nothing is recorded', async () => {
  const form = await open()
  const { id: adminId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
  const said = async () => {
    await send(formOf(form))
    expect(await november()).toEqual([])
    return (await toast())?.description
  }
  const { id } = await grant(emma.id, '2026-11-01', '2026-11-30', { packageId: basic, stripePaymentIntentId: 'pi_1' })
  expect(await said()).toBe('Emma Stone has lessons for November 2026 that were paid by card. Nothing was recorded.')
  await prisma.grant.delete({ where: { id } })
  const order = await prisma.order.create({
    data: {
      userId: emma.id,
      status: 'pending',
      kind: 'one_time',
      methodType: 'school',
      nonce: 'nonce of an order at the school',
      subtotal: 10,
      fee: 0,
      total: 10,
      validFrom: new Date('2026-11-01'),
      validTo: new Date('2026-11-30'),
      items: {
        create: { riderId: emma.id, type: 'package', packageId: basic, name: 'Basic', quantity: 1, unitPrice: 10 },
      },
    },
  })
  expect(await said()).toBe('Emma Stone asked for lessons, to pay at the school. Nothing was recorded.')
  await prisma.orderItem.deleteMany({ where: { orderId: order.id } })
  await prisma.order.delete({ where: { id: order.id } })
  await mergeAccounts(adminId, (await rider()).id, noah.id, 'kept')
  expect(await said()).toBe('Noah Stone is not in this list anymore. Nothing was recorded.')
})

test('Undo names what was changed since, and takes nothing back then', async () => {
  await send(formOf(await open()))
  const { undo } = (await toast()) ?? {}
  const more = (await prisma.package.create({ data: { name: 'More', price: '300', lessonsPerMonth: 8 } })).id
  await recordFor(emma, {
    month: '2026-11',
    paidOn: '2026-11-06',
    packageId: String(more),
    amount: '61.50',
    method: 'cash',
  })
  await send(undo?.fields ?? {})
  expect(await toast()).toMatchObject({ description: 'Emma Stone has another package since. Nothing was undone.' })
  expect(await november()).toHaveLength(3)
  expect((await (await signedIn(emma)).post(action, address, undo?.fields ?? {})).status).toBe(403)
})
