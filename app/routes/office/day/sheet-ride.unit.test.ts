import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SheetRide } from './sheet-ride'

// They need the page around them.
vi.mock('~/components/form/form', () => ({ Form: () => null }))
vi.mock('~/components/ui/link', () => ({ Link: () => null }))

const slot = { date: '2026-11-28', time: '16:00', type: 'Hack/Trail' }
const ride = { riderId: 'emma 1', name: 'Emma "Em" Stone', attendance: 'absent', horse: 'Bella', horseId: 7 }
const rider = { ...ride, version: 'anything', concerns: [], barn: [], note: '' }
const lineOf = (props: { taught?: boolean; stays?: boolean }) =>
  /data-ride="([^"]*)"/.exec(renderToStaticMarkup(createElement(SheetRide, { slot, rider, ...props })))?.[1]

test('A line of both sheets says its ride as data, whatever its version is, and one of a list that no device keeps says none', () => {
  for (const taught of [false, true]) {
    expect(JSON.parse(lineOf({ taught })?.replaceAll('&quot;', '"') ?? '')).toEqual({ ...slot, ...ride })
  }
  expect(lineOf({ stays: true })).toBeUndefined()
})
