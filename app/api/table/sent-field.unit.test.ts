import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputsOf, underKnownNames } from './known-names'
import { sentField } from './sent-field'

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

test('An input that was left out has the call’s name for it', () => {
  expect(named('time', ['lessonDate'], ['lessonDate', 'scheduledTime'])).toBe('scheduledTime')
})

test('An input that a call doesn’t have is not named', () => {
  expect(named('horseId', ['name'])).toBeUndefined()
})

test('The inputs of a schema are found behind transforms and refinements', () => {
  const object = z.object({ a: z.string(), b: z.string() })
  expect(inputsOf(object.transform(({ a }) => ({ c: a })).pipe(z.object({ c: z.string() })))).toEqual(['a', 'b'])
  expect(inputsOf(z.preprocess((body) => body, object))).toEqual(['a', 'b'])
  expect(inputsOf(z.union([object, z.object({ d: z.string() })]))).toEqual(['a', 'b', 'd'])
  expect(inputsOf(undefined)).toEqual([])
})

const purchase = z.object({
  startDate: z.string(),
  items: z.array(z.object({ id: z.int(), riderId: z.string().optional() })),
})

test('A name that is written another way is converted to the only one that it can mean', () => {
  expect(underKnownNames(purchase, { start_date: 'next', items: [{ id: 3, RiderID: 'ada' }] })).toEqual({
    startDate: 'next',
    items: [{ id: 3, riderId: 'ada' }],
  })
})

test.each([
  [{ startDate: 'next', items: [], startDay: '2026-12-01' }, 'startDay'],
  [{ startDate: 'next', start_date: 'this', items: [] }, 'start_date'],
  [{ startDate: 'next', items: [{ id: 3, studentId: 'ada' }] }, 'items.0.studentId'],
])('An unknown name is refused, not ignored: %j', (body, field) => {
  expect(() => underKnownNames(purchase, body)).toThrow(expect.objectContaining({ status: 400, field }))
})

test('Amounts that a client shows, and the fields of a row that it was answered, are accepted', () => {
  const sent = {
    startDate: 'next',
    items: [{ id: 3, name: 'Hack', price: 44.5 }],
    total: 45.84,
    role: 'customer',
    _: '17',
  }
  expect(underKnownNames(purchase, sent, ['role'])).toEqual({ startDate: 'next', items: [{ id: 3 }] })
})

test('A body of ten thousand brackets is left for the schema to refuse', () => {
  const deep = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000))
  expect(underKnownNames(purchase, deep)).toEqual(deep)
  const items = { startDate: 'next', items: deep }
  expect(underKnownNames(purchase, items)).toHaveProperty('items')
})
