import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputsOf, sentField } from './sent-field'

const named = (field: string, sent: string[], known: string[] = sent) => sentField(field, new Set(sent), new Set(known))

test.each([
  ['a ride type', 'type', ['lessonType', 'scheduledTime'], 'lessonType'],
  ['the new ride type before the old one', 'type', ['oldType', 'newType'], 'newType'],
  ['a horse by its name', 'horseId', ['horseName', 'usageDate'], 'horseName'],
  ['a time', 'time', ['lessonTime'], 'lessonTime'],
  ['a student by the name that was given', 'riderId', ['studentName'], 'studentName'],
  ['what the call calls so itself', 'type', ['type', 'lessonType'], 'type'],
  ['a place in a list', 'items.0.quantity', ['items'], 'items.0.quantity'],
  ['an order that was sent in its other shape', 'items', ['addOns', 'startDate'], 'addOns'],
])('A refusal names %s', (_, field, sent, name) => {
  expect(named(field, sent)).toBe(name)
})

test('What was left out is named as the call has it', () => {
  expect(named('time', ['lessonDate'], ['lessonDate', 'scheduledTime'])).toBe('scheduledTime')
})

test('What a call does not have at all is not named', () => {
  expect(named('horseId', ['name'])).toBeUndefined()
})

test('The inputs of a schema are found behind what reads and changes it', () => {
  const object = z.object({ a: z.string(), b: z.string() })
  expect(inputsOf(object.transform(({ a }) => ({ c: a })).pipe(z.object({ c: z.string() })))).toEqual(['a', 'b', 'c'])
  expect(inputsOf(z.preprocess((body) => body, object))).toEqual(['a', 'b'])
  expect(inputsOf(z.union([object, z.object({ d: z.string() })]))).toEqual(['a', 'b', 'd'])
  expect(inputsOf(undefined)).toEqual([])
})
