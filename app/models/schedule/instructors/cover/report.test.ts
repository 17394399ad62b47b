import { beforeAll, beforeEach, expect, test } from 'vitest'
import { removeInstructor } from '~/models/schedule/instructors/instructor.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as answer, loader as plans } from '~/routes/office/day/plans/change-of-plans'
import { action as cover, loader as coverPlan } from '~/routes/office/day/plans/cover'
import { loader as week } from '~/routes/office/week/week'
import { action as tell, loader as told } from '~/routes/teaching/cant-come'
import { loader as myDay } from '~/routes/teaching/teaching'
import { paths } from '~/utils/paths'
import { admin, rider, rideTypes, signedIn, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import type { Visitor } from '../../../../../test/visitor'
import { listReports, reportOf } from './report.server'

const tuesday = '2026-11-24'
let office: Visitor
let officeId: string
let kelly: Visitor
let id: string

beforeAll(async () => {
  setClock('2026-11-24T11:00:00Z')
  await rideTypes()
  const person = await admin()
  officeId = person.id
  office = await signedIn({ id: person.id })
  return () => setClock(null)
})

beforeEach(async () => {
  await emptySchedule()
  await prisma.user.deleteMany({ where: { role: 'instructor' } })
  id = (await rider({ firstName: 'Kelly', lastName: null, role: 'instructor' })).id
  kelly = await signedIn({ id })
  await weeklyPlace({ riderId: (await rider()).id, startDate: tuesday, instructorId: id })
})

const report = (fields: Record<string, string> = {}) =>
  kelly.post(tell, paths.cantTeach(), {
    intent: 'report',
    from: tuesday,
    through: '',
    time: '',
    reason: ' flu ',
    ...fields,
  })
const reports = async () =>
  (await office.get(plans, paths.changeOfPlans())).body.reports.map(
    ({ name, said }: { name: string; said: string }) => `${name}: ${said}`,
  )
const onWeek = async () => (await office.get(week, '/admin')).html?.[0]?.includes('1 instructor can’t come')

test('The office sees on its week what an instructor has told, and answers it by a plan for the lessons', async () => {
  expect([await onWeek(), await reports()]).toEqual([false, []])
  expect((await report({ through: '2026-11-25', time: '14:00' })).headers.get('Location')).toBe(paths.teaching())
  const said = 'Tuesday, Nov 24 from 2:00 PM through Wednesday, Nov 25: flu'
  expect((await kelly.get(myDay, paths.teaching())).body.report).toBe(said)
  expect([await onWeek(), await reports()]).toEqual([true, [`Kelly: ${said}`]])
  const address = paths.cover({ instructor: id, from: tuesday, through: '2026-11-25', time: '14:00' })
  const { plan } = (await office.get(coverPlan, address)).body
  const form = {
    plan: plan.version,
    reason: 'Ill',
    'lessons[0].slot': plan.lessons[0].key,
    'lessons[0].cover': 'cancel',
  }
  expect((await office.post(cover, address, form)).status).toBe(302)
  expect([await onWeek(), await reports(), (await kelly.get(myDay, paths.teaching())).body.report]).toEqual([
    false,
    [],
    null,
  ])
})

test('Another word takes the place of the first; the instructor takes it back, or the office says that nothing is to do', async () => {
  await report()
  await report({ from: '2026-11-26' })
  expect(await reports()).toEqual(['Kelly: Thursday, Nov 26: flu'])
  expect((await kelly.get(told, paths.cantTeach())).body.report).toMatchObject({ from: '2026-11-26', reason: 'flu' })
  await report({ intent: 'end' })
  expect(await reports()).toEqual([])
  await report()
  await office.post(answer, paths.changeOfPlans(), { instructor: id })
  expect(await reports()).toEqual([])
})

test('A report that is over, or of an instructor who was removed, is no task', async () => {
  expect((await report({ from: '2026-11-23' })).body.lastResult.error).toEqual({ from: ['This day is over'] })
  expect((await report({ through: '2026-11-23' })).body.lastResult.error).toEqual({
    through: ['The last day is before the first'],
  })
  await report()
  setClock('2026-11-25T15:00:00Z')
  expect([await listReports(), await reportOf(id)]).toEqual([[], null])
  setClock('2026-11-24T11:00:00Z')
  await removeInstructor(officeId, id)
  expect(await prisma.instructorAbsence.count()).toBe(0)
})

test('Is for instructors to tell, and for the office to answer', async () => {
  expect((await office.post(tell, paths.cantTeach(), { intent: 'report', from: tuesday })).status).toBe(403)
  expect((await kelly.post(answer, paths.changeOfPlans(), { instructor: id })).status).toBe(403)
})
