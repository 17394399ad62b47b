import { beforeEach, expect, test } from 'vitest'
import { addSeason, askFamilies, loadPlan } from '~/models/schedule/season/season.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { paths } from '~/utils/paths'
import { admin, emptyTables, rider, rideTypes, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { Visitor } from '../../../../test/visitor'
import NextSeason, { action, loader } from './next-season'

const TYPE = 'Group Lesson'
let id: number
let dana: Visitor
let ava: string
let max: string

beforeEach(async () => {
  setClock('2026-12-10T15:00:00Z')
  await emptyTables()
  await rideTypes()
  const parent = await rider({ firstName: 'Dana', lastName: 'Novak', ridesToo: false })
  const child = { lastName: 'Novak', email: null, password: null, guardianId: parent.id }
  ava = (await weeklyRider({ ...child, firstName: 'Ava' }, { time: '16:30' })).id
  max = (await weeklyRider({ ...child, firstName: 'Max' })).id
  await weeklyPlace({ startDate: '2026-11-05', time: '17:00' })
  dana = await signedIn(parent)
  id = await addSeason({ name: 'Spring', startsOn: '2027-01-05' })
  await askFamilies(id, '2026-12-18')
  return () => setClock(null)
})

const look = (who = dana, season: string | number = id) =>
  who.get(loader, paths.nextSeason(id), { season: String(season) })
const send = (fields: Record<string, string>, who = dana) =>
  who.post(action, paths.nextSeason(id), fields, { season: String(id) })
const fieldsOf = (at: number, riderId: string, ...times: string[]) => ({
  [`rides[${at}].rider`]: riderId,
  [`rides[${at}].type`]: TYPE,
  ...Object.fromEntries(times.map((time, i) => [`rides[${at}].times[${i}]`, time])),
})
const said = async () => [...(await loadPlan(id)).wishes.values()]

test('A family chooses times for each rider, and the page shows them again', async () => {
  const page = await rendered(NextSeason, (await look()).body)
  expect(page).toContain('Ava · Group Lesson (now Tuesday 4:30 PM)')
  expect(page).toContain('Max · Group Lesson (now Tuesday 4:00 PM)')
  expect(page).toContain('Spring begins Tuesday, Jan 5')
  expect(page.match(/<select/g)).toHaveLength(8)
  expect(page).toContain(`name="rides[1].rider" value="${max}"`)
  expect(page.match(/name="rides\[0\]\.times\[[0-3]\]"/g)).toHaveLength(4)
  expect(page).toContain('<optgroup label="Thursday"><option value="4 17:00">Thursday 5:00 PM</option>')

  const sent = await send({ ...fieldsOf(0, ava, '4 17:00', '', '2 16:00', '4 17:00'), ...fieldsOf(1, max, '', '') })
  expect([sent.status, sent.headers.get('location')]).toEqual([302, paths.nextSeason(id)])
  expect((await dana.page()).toast).toMatchObject({
    title: 'Saved',
    description: 'You can change it through Friday, Dec 18.',
  })
  expect(await said()).toEqual([['4 17:00', '2 16:00']])
  const again = await rendered(NextSeason, (await look()).body)
  expect(again).toContain('<option value="4 17:00" selected="">')
  expect(again).toContain('<option value="2 16:00" selected="">')
})

test('A refused form shows what was typed, and says why', async () => {
  const typed = { ...fieldsOf(0, ava, '2 16:00'), ...fieldsOf(1, max, '3 10:00') }
  const refused = await send(typed)
  expect(refused.status).toBe(400)
  const page = await rendered(NextSeason, (await look()).body, refused.body)
  expect(page).toContain('Max: Wednesday 10:00 AM is no longer offered. Choose another time.')
  expect(page).toContain('<option value="2 16:00" selected="">')
  expect((await send(fieldsOf(0, ava, 'whenever'))).status).toBe(400)
  expect((await send({})).status).toBe(400)
  expect(await said()).toEqual([])
})

test('Only families see it, each its own riders; a family without a weekly ride sees that there is nothing to choose', async () => {
  const stranger = await signedIn(await rider({ firstName: 'Ben' }))
  expect(await rendered(NextSeason, (await look(stranger)).body)).toContain('There’s nothing to choose')
  expect((await send(fieldsOf(0, ava, '2 16:00'), stranger)).status).toBe(404)
  const office = await signedIn(await admin())
  expect((await look(office)).body.rides).toEqual([])
  expect((await send(fieldsOf(0, ava, '2 16:00'), office)).status).toBe(404)
  const instructor = await signedIn(await rider({ role: 'instructor' }))
  expect((await look(instructor)).status).toBe(403)
  expect((await send(fieldsOf(0, ava, '2 16:00'), instructor)).status).toBe(403)
  const nobody = new Visitor()
  for (const answer of [await look(nobody), await send(fieldsOf(0, ava, '2 16:00'), nobody)]) {
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain('/auth')
  }
  await expect(look(dana, 'abc')).rejects.toMatchObject({ status: 404 })
  expect(await said()).toEqual([])
})

test('After the last day the page shows what was said, without a form, and sending one leads back to it', async () => {
  await send(fieldsOf(0, ava, '4 17:00'))
  await dana.page()
  setClock('2026-12-19T15:00:00Z')
  const page = await rendered(NextSeason, (await look()).body)
  expect(page).not.toContain('<form')
  expect(page).toContain('<li>Thursday 5:00 PM</li>')
  expect(page).toContain('You named no times.')
  expect(page).toContain('Answers were open through Friday, Dec 18')
  const late = await send(fieldsOf(0, ava, '2 16:00'))
  expect([late.status, late.headers.get('location')]).toEqual([302, paths.nextSeason(id)])
  expect((await dana.page()).toast).toMatchObject({ type: 'error', title: 'Not saved' })
  expect(await said()).toEqual([['4 17:00']])
  await prisma.season.update({ where: { id }, data: { publishedAt: new Date() } })
  expect(await rendered(NextSeason, (await look()).body)).toContain('The new schedule is out')
})
