import { expect, test } from 'vitest'
import { type Cell, Record } from './record'

const cell = (value: string): Cell => ({ key: 'name', sql: 'SELECT', params: [], value })
const sent = (record: Record, value: string, status: number | undefined) => {
  record.send(cell(value))
  record.answer(cell(value), status)
}
const compare = (record: Record, actual: string | undefined) => {
  const [entry] = record.entries
  return entry ? record.compare(entry, actual) : 'nothing was sent'
}

test('A write that was acknowledged must be there', () => {
  const record = new Record()
  sent(record, 'Ann', 200)
  expect(compare(record, 'Ann')).toBeNull()
  expect(compare(record, 'Ben')).toBe('name is Ben, acknowledged was Ann')
  expect(compare(record, undefined)).toBe('name is missing, acknowledged was Ann')
  expect(record.acknowledged).toBe(1)
})

test('A write that was not answered may be there or not, and what is found is expected from then on', () => {
  const record = new Record()
  sent(record, 'Ann', 200)
  sent(record, 'Ben', undefined)
  sent(record, 'Cy', 503)
  expect(compare(record, 'Ben')).toBeNull()
  expect(compare(record, 'Ann')).toBe('name is Ann, acknowledged was Ben')
  expect(record.unanswered).toBe(2)
})

test('A write that was refused must not be there', () => {
  const record = new Record()
  sent(record, 'Ann', 409)
  expect(compare(record, undefined)).toBeNull()
  expect(compare(record, 'Ann')).toBe('name is Ann, acknowledged was nothing')
})
