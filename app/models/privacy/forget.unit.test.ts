import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgetInLine, type Person, withoutNames, withoutWords } from './forget'

const ANNA: Person = {
  id: 'anna-id',
  former: 'Former rider 7',
  names: ['Anna Lee', "Mary O'Lee"],
  contacts: ['anna@lee.example', '555-0100-200'],
}

test.each([
  ['Call Anna Lee first.', 'Call Former rider 7 first.'],
  ['ANNA  LEE rides', 'Former rider 7 rides'],
  ['Lee, Anna; Tom Hill', 'Former rider 7; Tom Hill'],
  ["Mother: Mary O'Lee", 'Mother: Former rider 7'],
  ['Mail anna@lee.example or (555) 0100 200.', 'Mail Former rider 7 or Former rider 7.'],
  ['5550100200', 'Former rider 7'],
  ['Joanna Leeds, Anna Leeland, Anna alone', 'Joanna Leeds, Anna Leeland, Anna alone'],
  ['joanna@lee.example, 15550100200', 'joanna@lee.example, 15550100200'],
])('The text “%s” becomes “%s”', (text, left) => {
  expect(withoutNames(text, [ANNA])).toBe(left)
})

test('In a text about someone each word of the names is removed', () => {
  expect(withoutWords('Anna and Lee, Joanna', [ANNA])).toBe('Former rider 7 and Former rider 7, Joanna')
})

test('A name is removed whatever surrounds it, and the rest stays', () => {
  const around = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{L}\p{N}]/u.test(text))
  fc.assert(
    fc.property(around, around, (before, after) => {
      const left = withoutNames(`${before}Anna Lee${after}`, [ANNA])
      expect(left).toContain('Former rider 7')
      expect(left).not.toContain('Anna Lee')
    }),
  )
})

test('A log entry about a lesson keeps the rows of others', () => {
  const [theirs, others] = [
    { id: 1, student_id: 'anna-id', notes: 'asthma' },
    { id: 2, student_id: 'tom-id', notes: null },
  ]
  const detail = {
    name: 'Anna Lee, Tom Hill',
    type: 'Lee Trail',
    rows: { weekly: { before: [], after: [theirs, others] } },
  }
  const line = { action: 'lesson.add-rider', entityId: '2026-11-24 16:00 Lee Trail', detail }
  expect(forgetInLine(line, [ANNA])).toEqual({
    name: 'Former rider 7, Tom Hill',
    type: 'Lee Trail',
    rows: { weekly: { before: [], after: [others] } },
  })
  const alone = { ...detail, rows: { weekly: { before: [theirs], after: [] } } }
  expect(forgetInLine({ ...line, detail: alone }, [ANNA])).not.toHaveProperty('rows')
})

test('A log entry about their own ride keeps the mark and loses the note', () => {
  const entityId = '2026-11-24 16:00 anna-id'
  const marked = { name: 'Anna Lee', type: 'Hack', from: 'scheduled', to: 'absent', reason: 'Anna is ill', rows: {} }
  expect(forgetInLine({ action: 'ride.attendance', entityId, detail: marked }, [ANNA])).toEqual({
    name: 'Former rider 7',
    type: 'Hack',
    from: 'scheduled',
    to: 'absent',
  })
  const noted = { name: 'Anna Lee', type: 'Hack', from: '', to: 'Has asthma' }
  expect(forgetInLine({ action: 'ride.note', entityId, detail: noted }, [ANNA])).toEqual({
    name: 'Former rider 7',
    type: 'Hack',
  })
})

test('Hyphens in names and addresses count as letters', () => {
  const penelope: Person = {
    id: 'p',
    former: 'Former rider 8',
    names: ['Penelope Alvarez-Castillo'],
    contacts: ['pen-al@families.example'],
  }
  expect(withoutNames('Penelope Alvarez-Castillo, pen-al@families.example', [penelope])).toBe(
    'Former rider 8, Former rider 8',
  )
})
