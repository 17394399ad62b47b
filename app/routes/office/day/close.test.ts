import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as undo } from '~/routes/office/lessons/undo'
import { loader as weekLoader } from '~/routes/office/week/week'
import { admin, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, ridersOn } from '../../../../test/schedule'
import type { Visitor } from '../../../../test/visitor'
import { action, loader } from './close'
import { loader as sheet } from './day-sheet'

const tuesday = '2026-11-24'
const path = `/admin/day/close?date=${tuesday}`
const sheetPath = `/admin/day?date=${tuesday}`
const whole = { from: 'day', reason: ' Snow ' }
let office: Visitor
let family: Visitor

beforeAll(async () => {
  setClock('2026-11-23T15:00:00Z')
  await rideTypes()
  office = await signedIn(await admin())
  return () => setClock(null)
})

beforeEach(async () => {
  await emptySchedule()
  await prisma.auditEntry.deleteMany()
  await prisma.outboxEmail.deleteMany()
  const emma = await rider()
  family = await signedIn(emma)
  await weeklyPlace({ riderId: emma.id, startDate: '2026-11-03' })
})

const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location')

describe('closing a day', () => {
  it('leads back to the sheet or the week, which say that it is closed, and says who is told', async () => {
    const answer = await office.post(action, path, whole)
    expect([answer.status, locationOf(answer)]).toEqual([302, sheetPath])
    const { toast } = await office.page()
    expect(toast).toMatchObject({ title: 'Day Closed', description: '1 lesson, 1 ride. 1 email to families' })
    expect((await office.get(sheet, sheetPath)).body).toMatchObject({ lessons: [], closed: 'Closed: Snow' })
    const week = await office.get(weekLoader, '/admin?week=2026-11-23')
    expect(week.html?.[2]).toContain('<p class="week-none">Closed: Snow</p>')

    const undone = await office.post(undo, '/admin/changes/undo', toast?.undo?.fields ?? {})
    expect(locationOf(undone)).toBe(sheetPath)
    expect((await office.page()).toast).toMatchObject({
      title: 'Undone: closed the day: Snow (1 ride)',
      description: '1 email not sent after all',
    })
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    expect((await office.get(sheet, sheetPath)).body.closed).toBeNull()
    const again = await office.post(action, `${path}&back=week`, whole)
    expect(locationOf(again)).toBe(`/admin?day=${tuesday}`)
  })

  it('says before what it would do', async () => {
    const { body } = await office.get(loader, path)
    expect(body).toMatchObject({ date: tuesday, choices: [{ from: null, lessons: 1, rides: 1, families: 1 }] })
  })

  it.each([
    [{ ...whole, reason: ' ' }, 400, { reason: ['Enter a reason'] }],
    [{ ...whole, from: 'noon' }, 400, { from: ['Choose a time such as 9:00 AM'] }],
    [{ ...whole, reason: 'x'.repeat(301) }, 400, { reason: ['Enter at most 300 letters'] }],
    [{ ...whole, from: '18:00' }, 409, { from: ['No lesson begins at 6:00 PM or later on Nov 24, 2026'] }],
  ])('with %o is refused beside its field', async (fields, status, error) => {
    const answer = await office.post(action, path, fields)
    expect([answer.status, answer.body.lastResult.error]).toEqual([status, error])
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    expect(await prisma.outboxEmail.count()).toBe(0)
  })

  it('is for admins', async () => {
    expect((await family.get(loader, path)).status).toBe(403)
    expect((await family.post(action, path, whole)).status).toBe(403)
    const call = { method: 'POST' as const, body: { date: tuesday, reason: 'Snow' } }
    expect((await family.api('/api/schedule/close-day', call)).status).toBe(403)
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
  })

  it('works by the API', async () => {
    const call = { method: 'POST' as const, body: { date: tuesday, from: '2:00 PM', reason: 'Snow' } }
    expect(await office.api('/api/schedule/close-day', call)).toMatchObject({
      status: 200,
      body: { message: 'Day Closed', lessons: 1, rides: 1, told: 1, withoutAddress: [] },
    })
    expect((await office.api('/api/schedule/close-day', call)).status).toBe(409)
    expect(await ridersOn(tuesday)).toEqual([])
  })
})
