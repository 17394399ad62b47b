import { expect, test } from 'vitest'
import { admin, signedIn } from '../../../../test/factories'
import * as event from './event'
import * as removal from './remove-event'

test.each(['abc', '0', '2147483648', '1.5'])('There is no event number %s to show, change or remove', async (id) => {
  const office = await signedIn(await admin())
  const params = { id }
  const removed = await office.post(removal.action, `/donations/events/${id}/remove`, { intent: 'cancel' }, params)
  const changed = await office.post(
    event.action,
    `/donations/events/${id}`,
    { name: 'Fair', date: '', time: '' },
    params,
  )
  const shown = await office.get(event.loader, `/donations/events/${id}`, params)
  expect([removed.status, changed.status, shown.status]).toEqual([404, 404, 404])
})
