import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareEdit, isOutdated, readVersion, versionOf } from './version'

describe('An edit of something that someone else may have changed', () => {
  const version = versionOf({ phone: '555-0100', parent: null, onRest: false })

  test('Only what this person changed is written', () => {
    const sent = { phone: '555-0100', parent: 'Ann Lee', onRest: false }
    const current = { phone: '555-0199', parent: null, onRest: true }
    expect(compareEdit(version, sent, current)).toEqual({
      write: { parent: 'Ann Lee' },
      kept: [
        { field: 'phone', shown: '555-0100', now: '555-0199' },
        { field: 'onRest', shown: '', now: 'on' },
      ],
      conflicts: [],
    })
  })

  test('A field that both changed differently is a conflict and is not written', () => {
    const edit = compareEdit(version, { phone: '555-0111' }, { phone: '555-0199' })
    expect(edit).toEqual({
      write: {},
      kept: [],
      conflicts: [{ field: 'phone', shown: '555-0100', now: '555-0199' }],
    })
  })

  test('The same change made twice is no conflict', () => {
    expect(compareEdit(version, { phone: '555-0199' }, { phone: '555-0199' }).conflicts).toEqual([])
  })

  test('Without a version everything that was sent is written', () => {
    expect(compareEdit(undefined, { phone: '' }, { phone: '555-0199' }).write).toEqual({ phone: '' })
  })

  test('Nobody’s change is ever overwritten unless this person changed the same field', () => {
    const value = fc.constantFrom('a', 'b', 'c')
    const row = fc.record({ x: value, y: value, z: value })
    fc.assert(
      fc.property(row, row, row, (before, sent, current) => {
        const { write, conflicts } = compareEdit(versionOf(before), sent, current)
        for (const field of ['x', 'y', 'z'] as const) {
          const mine = sent[field] !== before[field]
          const theirs = current[field] !== before[field]
          if (!mine) expect(write).not.toHaveProperty(field)
          if (mine && !theirs) expect(write[field]).toBe(sent[field])
          const clash = mine && theirs && sent[field] !== current[field]
          expect(conflicts.some((conflict) => conflict.field === field)).toBe(clash)
        }
      }),
    )
  })
})

test.each(['', 'null', '7', '{"a":1}', '[', undefined])('The version %j counts as none', (sent) => {
  expect(readVersion(sent)).toBeNull()
})

test('A whole is outdated if it is another one now, and never without a version', () => {
  expect(isOutdated('a', 'b')).toBe(true)
  expect(isOutdated('', 'b')).toBe(true)
  expect(isOutdated('b', 'b')).toBe(false)
  expect(isOutdated(undefined, 'b')).toBe(false)
})
