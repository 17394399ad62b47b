import { beforeEach, expect, test } from 'vitest'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { horse, openOffice, rider, rideTypes, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import { shownAfter } from '../../../../../test/shown-after'
import type { Visitor } from '../../../../../test/visitor'
import { action, loader } from './rider'
import { useRideAnswer } from './use-ride-answer'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
let office: Visitor
let officeId: string
let params: typeof slot & { riderId: string }
let bella: Horse
let max: Horse
let opened: string
type Horse = Awaited<ReturnType<typeof horse>>

const ride = async () => (await office.get(loader, '/', params)).body.rider
const give = ({ id }: Horse) => assignHorse(officeId, params, { horseId: id })
const press = (fields: { version: string; horseId: number; ahead?: string }) =>
  office.post(action, '/', { intent: 'present', ...fields, horseId: String(fields.horseId) }, params)
async function shownOf({ body }: Awaited<ReturnType<typeof press>>) {
  const now = await ride()
  return (await shownAfter(() => useRideAnswer(now, ''), body)).ride
}

// One desk opens the dialog of Ann on Bella; then another one gives her Max.
beforeEach(async () => {
  await emptySchedule()
  await rideTypes()
  ;({ office, officeId } = await openOffice('2026-11-22T12:00:00-05:00'))
  params = { ...slot, riderId: (await rider({ firstName: 'Ann' })).id }
  await weeklyPlace({ riderId: params.riderId, startDate: slot.date })
  ;[bella, max] = [await horse(), await horse()]
  await give(bella)
  opened = (await ride()).version
  await give(max)
})

test('A question brings no horse back that this desk left alone, and the answer to it is told of the present one', async () => {
  const asked = await press({ version: opened, horseId: bella.id })
  expect(Object.keys(asked.body.lastResult.error)).toEqual(['ahead'])
  const again = await shownOf(asked)
  expect(again).toMatchObject({ version: opened, chosen: undefined })
  const told = await press({ version: again.version, horseId: max.id, ahead: 'on' })
  expect([told.status, told.body.lastResult.error['']]).toEqual([
    409,
    [expect.stringContaining(`is now: Scheduled, on ${max.name}`)],
  ])
  const { version } = await shownOf(told)
  expect((await press({ version, horseId: max.id, ahead: 'on' })).status).toBe(302)
  expect(await ride()).toMatchObject({ attendance: 'present', horse: { name: max.name } })
})

test('Whoever is told of the present horse sees it in the form, unless they chose another one', async () => {
  const { version } = await ride()
  const untouched = await press({ version: opened, horseId: bella.id, ahead: 'on' })
  expect(await shownOf(untouched)).toMatchObject({ version, chosen: undefined })
  const rex = await horse()
  const chosen = String(rex.id)
  const asked = await press({ version: opened, horseId: rex.id })
  expect(await shownOf(asked)).toMatchObject({ version: opened, chosen })
  const told = await press({ version: opened, horseId: rex.id, ahead: 'on' })
  expect(await shownOf(told)).toMatchObject({ version, chosen })
})
