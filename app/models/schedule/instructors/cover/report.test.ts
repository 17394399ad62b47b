import { beforeEach, expect, test } from 'vitest'
import { removeInstructor } from '~/models/schedule/instructors/instructor.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as answer, loader as plans } from '~/routes/office/day/plans/change-of-plans'
import { action as cover, loader as coverPlan } from '~/routes/office/day/plans/cover'
import { action as undo } from '~/routes/office/lessons/undo'
import { loader as week } from '~/routes/office/week/week'
import { action as tell, loader as told } from '~/routes/teaching/cant-come'
import { loader as myDay } from '~/routes/teaching/teaching'
import { paths } from '~/utils/paths'
import { openOffice, rider, signedIn, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import type { Visitor } from '../../../../../test/visitor'
import { CANCEL, LEAVE } from './cover.schema'
import { listReports, reportOf } from './report.server'

const tuesday = '2026-11-24'
let kelly: Visitor
let id: string

const { office, officeId } = await openOffice('2026-11-24T11:00:00Z')

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
const planned = async (days: Partial<Parameters<typeof paths.cover>[0]> = {}) => {
  const address = paths.cover({ instructor: id, from: tuesday, ...days })
  return { address, plan: (await office.get(coverPlan, address)).body.plan }
}
const confirm = ({ address, plan }: Awaited<ReturnType<typeof planned>>, choice: string = CANCEL) =>
  office.post(cover, address, {
    ...{ version: plan.version, reason: 'Ill' },
    ...{ 'lessons[0].slot': plan.lessons[0].key, 'lessons[0].cover': choice },
  })
const onWeek = async () => (await office.get(week, '/admin')).html?.[0]?.includes('1 instructor can’t come')

test('The office sees on its week what an instructor has told, and answers it by a plan for the lessons', async () => {
  expect([await onWeek(), await reports()]).toEqual([false, []])
  expect((await report({ through: '2026-11-25', time: '14:00' })).headers.get('Location')).toBe(paths.teaching())
  const said = 'Tuesday, Nov 24 from 2:00 PM through Wednesday, Nov 25: flu'
  expect((await kelly.get(myDay, paths.teaching())).body.report).toBe(said)
  expect([await onWeek(), await reports()]).toEqual([true, [`Kelly: ${said}`]])
  const plan = await planned({ through: '2026-11-25', time: '14:00' })
  expect((await confirm(plan)).status).toBe(302)
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
  const { version = '' } = (await listReports())[0] ?? {}
  await office.post(answer, paths.changeOfPlans(), { instructor: id, version })
  expect(await reports()).toEqual([])
  // Twice is once.
  await office.post(answer, paths.changeOfPlans(), { instructor: id, version })
  expect((await office.page()).toast?.title).toBe('Answered')
})

test('The office gets one email each time, without the reason; the same said twice is told once', async () => {
  await prisma.outboxEmail.deleteMany()
  await report()
  await report()
  const mails = () => prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Kelly can't come"])
  const [mail] = await mails()
  expect(mail?.text).toContain("Kelly can't come Tuesday, Nov 24.")
  expect(mail?.text).not.toContain('flu')
  expect(mail?.text).toContain(paths.cover({ instructor: id, from: tuesday }))
  await report({ time: '14:00' })
  expect(await mails()).toHaveLength(2)
  await report({ from: '2026-11-20' })
  expect(await mails()).toHaveLength(2)
  // Back to the first words, which the office has last heard otherwise.
  setClock('2026-11-24T11:01:00Z')
  await report()
  await report()
  expect(await mails()).toHaveLength(3)
  // Taken back, an email that nobody has tried is not sent.
  await prisma.outboxEmail.updateMany({
    where: { id: { in: (await mails()).slice(0, 2).map((one) => one.id) } },
    data: { attempts: 1 },
  })
  await report({ intent: 'end' })
  expect(await mails()).toHaveLength(2)
  setClock('2026-11-24T11:02:00Z')
  await report()
  expect(await mails()).toHaveLength(3)
})

test('The database knows a time when it reads one', async () => {
  const row = { instructorId: id, fromDate: new Date(tuesday), fromTime: '2 PM' }
  await expect(prisma.instructorAbsence.create({ data: row })).rejects.toThrow('instructor_absences_from_time')
})

test('An older page ends nothing that was said since, neither by Nothing to do nor by a plan', async () => {
  await report()
  const { version = '' } = (await listReports())[0] ?? {}
  const plan = await planned()
  await report({ through: '2026-11-25' })
  const said = ['Kelly: Tuesday, Nov 24 through Wednesday, Nov 25: flu']
  await office.post(answer, paths.changeOfPlans(), { instructor: id, version })
  expect((await office.page()).toast?.title).toBe('They have said something else since. Here it is.')
  expect(await reports()).toEqual(said)
  await confirm(plan)
  expect((await office.page()).toast?.description).toContain('here is the new plan')
  expect(await reports()).toEqual(said)
})

test('A plan for other days or hours, or one that changes nothing, leaves the report; Undo of one that answers it makes it a task again', async () => {
  await report({ through: '2026-11-25' })
  const said = ['Kelly: Tuesday, Nov 24 through Wednesday, Nov 25: flu']
  const undone = async () => {
    const { toast } = await office.page()
    await office.post(undo, paths.undoChanges(), toast?.undo?.fields ?? {})
  }
  const whole = { through: '2026-11-25' }
  await confirm(await planned(whole), LEAVE)
  expect(await reports()).toEqual(said)
  for (const part of [{}, { ...whole, time: '15:00' }]) {
    await confirm(await planned(part))
    expect(await reports()).toEqual(said)
    await undone()
  }
  await confirm(await planned(whole))
  expect(await reports()).toEqual([])
  await undone()
  // The reason is kept nowhere else.
  expect(await reports()).toEqual(['Kelly: Tuesday, Nov 24 through Wednesday, Nov 25'])
  await confirm(await planned(whole))
  await report({ from: '2026-11-26' })
  await undone()
  expect(await reports()).toEqual(['Kelly: Thursday, Nov 26: flu'])
})

test('Who has said that they cannot come then is not proposed, and a plan from before is old', async () => {
  const beth = (await rider({ firstName: 'Beth', lastName: null, role: 'instructor' })).id
  const before = await planned()
  expect(before.plan.lessons[0].proposed).toBe(beth)
  await (await signedIn({ id: beth })).post(tell, paths.cantTeach(), {
    ...{ intent: 'report', from: tuesday, through: '', time: '16:30', reason: '' },
  })
  const { candidates, proposed, nobody } = (await planned()).plan.lessons[0]
  expect(candidates).toMatchObject([{ id: beth, free: false, note: "has said they can't come" }])
  expect([proposed, nobody]).toEqual([CANCEL, "No one is free then: Beth has said they can't come"])
  await confirm(before, beth)
  expect((await office.page()).toast?.description).toContain('here is the new plan')
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
