import { expect, test } from 'vitest'
import { rendered } from '../../../../test/rendered'
import CantCome from './cant-come'

test('A refusal stands above the row of buttons, and is no narrow column of it', async () => {
  const ride = { rider: 'Mia', when: 'Tuesday, 4:00 PM', type: 'Group Lesson', says: null, isAnnounced: true }
  const lastResult = { status: 'error', error: { '': ['This ride was called off already.'] } }
  const page = await rendered(CantCome, ride, { lastResult, title: 'Not saved' })
  const [box, buttons] = [page.indexOf('role="alert"'), page.indexOf('class="actions"')]
  expect([box > 0, box < buttons]).toEqual([true, true])
  expect(page).toContain('I can make it after all')
})
