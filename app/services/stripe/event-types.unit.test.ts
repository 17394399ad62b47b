import fs from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from './event-types'

const read = (file: string) => fs.readFileSync(file, 'utf8')

test('The endpoint subscribes to every event that is handled, and no other', () => {
  const acted = [...read('app/models/money/events/stripe-events.server.ts').matchAll(/case '([a-z_.]+)':/g)].map(
    ([, type]) => type,
  )
  expect([...EVENT_TYPES].sort()).toEqual(acted.sort())
})

test('The operations document lists the events of the endpoint', () => {
  const [, section = ''] = read('docs/operations.md').split('It needs these events:')
  const named = [...(section.split('\n\n')[0] ?? '').matchAll(/`([a-z_]+\.[a-z_.]+)`/g)].map(([, type]) => type)
  expect([...EVENT_TYPES].sort()).toEqual(named.sort())
})
