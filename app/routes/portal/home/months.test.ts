import { createElement } from 'react'
import { expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { grant, rider, signedIn } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { loader } from './home'
import { NextMonth } from './next-month'
import { ThisMonth } from './this-month'

test('What is left of the next month is booked from that month’s box, and not from this month’s', async () => {
  setClock('2026-11-20T15:00:00Z')
  const { id } = await rider()
  await grant(id, '2026-11-01', '2026-11-30', { lessons: 0 })
  await grant(id, '2026-12-01', '2026-12-31', { lessons: 2 })
  const { family } = (await (await signedIn({ id })).get(loader, '/')).body.content
  const next = await rendered(() => createElement(NextMonth, { family, named: false }))
  expect(next).toContain(`/find-a-place?rider=${id}&amp;from=2026-12-01`)
  const now = await rendered(() => createElement(ThisMonth, { family, named: false, today: '2026-11-20' }))
  expect(now).not.toContain('/find-a-place')
  setClock(null)
})
