import { expect, test } from 'vitest'
import { compareWithLog, type LogEntry } from './checks'
import { Client } from './client'

const client = new Client('http://stirrup.test', 'ann', '')
const slot = '2026-11-24 16:00 Group Lesson'
const ride = '2026-11-24 16:00 ben'
const entry = (action: string, entityId: string): LogEntry => ({
  actorId: 'ann',
  action,
  entity: action.startsWith('ride') ? 'ride' : 'lesson',
  entityId,
  detail: {},
})
const mark = [
  { action: 'lesson.add-rider', entityId: slot, optional: true, besideOthers: true },
  { action: 'ride.attendance', entityId: ride, optional: true },
]
const add = [{ action: 'lesson.add-rider', entityId: slot }]

test('A mark that changed nothing does not claim the entry of the rider added after it', () => {
  expect(compareWithLog(client, [mark, add], [[entry('lesson.add-rider', slot)]])).toEqual([])
})

test('A mark that added the rider wrote both entries at once', () => {
  const both = [entry('lesson.add-rider', slot), entry('ride.attendance', ride)]
  expect(compareWithLog(client, [mark], [both])).toEqual([])
})

test('An accepted change without an entry, and an entry without an accepted change, are reported', () => {
  expect(compareWithLog(client, [add], [])).toEqual([`lesson.add-rider of ${slot} was accepted and is not in the log`])
  expect(compareWithLog(client, [], [[entry('lesson.add-rider', slot)]])).toEqual([
    `lesson.add-rider of ${slot} is in the log, unaccepted`,
  ])
})
