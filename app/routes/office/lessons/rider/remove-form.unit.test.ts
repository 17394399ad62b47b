import { createElement } from 'react'
import { expect, test } from 'vitest'
import { rendered } from '../../../../../test/rendered'
import { DeleteForm } from '../lesson/delete-form'
import { RemoveForm } from './remove-form'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const rider = {
  riderId: 'emma',
  name: 'Emma Stone',
  source: 'weekly',
  horse: null,
  attendance: 'scheduled',
  version: '1',
} as const

test.each([
  ['a rider', () => createElement(RemoveForm, { slot, rider, version: '1', moved: [] })],
  ['a lesson', () => createElement(DeleteForm, { slot, weekly: true, riders: [], moved: [], despite: undefined })],
])('Taking %s off one date is the filled button, and comes before every week', async (_, form) => {
  const html = await rendered(form)
  const buttons = [...html.matchAll(/class="btn (btn-[\w-]+)"[^>]*>(.*?)<\/button>/g)].map(([, look, text]) => [
    look,
    text?.replaceAll('<!-- -->', '').split(' ').slice(1).join(' '),
  ])
  expect(buttons).toEqual([
    ['btn-danger', 'Nov 24 only'],
    ['btn-danger-quiet', 'every week from Nov 24'],
  ])
})
