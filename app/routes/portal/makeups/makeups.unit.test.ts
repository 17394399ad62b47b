import { expect, test } from 'vitest'
import { rendered } from '../../../../test/rendered'
import OwnMakeups from './makeups'

const makeup = (id: number, state: string) => ({
  id,
  riderId: 'finn',
  rider: 'Finn Carter',
  type: 'Group Lesson',
  state,
  why: 'office',
  reason: 'The ring was flooded',
  until: '2026-12-24',
  request: null,
})

test('An open makeup has the button that uses it, and any other says what became of it', async () => {
  const page = await rendered(OwnMakeups, { named: true, makeups: [makeup(1, 'open'), makeup(2, 'expired')] })
  expect(page.match(/href="\/find-a-place\?rider=finn"/g)).toHaveLength(1)
  expect(page).toContain('>Use makeup<')
  expect(page).toContain('Expired')
  expect(page).not.toContain('>Open<')
})
