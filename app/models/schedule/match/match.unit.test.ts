import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { concernsOf, type HorseLimits, isBeyond, type RiderFacts, suits } from './match'

const free: HorseLimits = { id: 1, maxWeightLb: null, minLevel: null }
const nobody: RiderFacts = { weightLb: null, level: null, wishes: [] }
const emma: RiderFacts = { weightLb: 120, level: 'novice', wishes: [] }
const said = (good: boolean, horseId = 1): RiderFacts => ({ ...nobody, wishes: [{ horseId, good }] })

describe('What speaks against a horse for a rider', () => {
  test.each([
    ['A horse without limits is for everybody', free, nobody, []],
    ['A rider at the limit is within it', { ...free, maxWeightLb: 120 }, emma, []],
    ['A horse that is good with the rider', free, said(true), [['good', 'good with this rider']]],
    ['A veto is said as a limit is', free, said(false), [['beyond', 'not with this rider']]],
    ['What was said of another horse', free, said(false, 2), []],
    ['A rider over the limit', { ...free, maxWeightLb: 119 }, emma, [['beyond', 'over its limit of 119 lb']]],
    [
      'A weight that nobody has said',
      { ...free, maxWeightLb: 119 },
      nobody,
      [['unknown', 'rider’s weight unknown, limit 119 lb']],
    ],
    ['The level that it is for', { ...free, minLevel: 'novice' }, emma, []],
    ['A level below', { ...free, minLevel: 'intermediate' }, emma, [['beyond', 'for Intermediate riders and up']]],
    ['The highest level', { ...free, minLevel: 'advanced' }, emma, [['beyond', 'for Advanced riders']]],
    [
      'A level that nobody has said',
      { ...free, minLevel: 'advanced' },
      nobody,
      [['unknown', 'rider’s level unknown, for Advanced riders']],
    ],
    ['A horse for beginners asks for no level', { ...free, minLevel: 'beginner' }, nobody, []],
    [
      'Both at once',
      { maxWeightLb: 100, minLevel: 'advanced' },
      emma,
      [
        ['beyond', 'over its limit of 100 lb'],
        ['beyond', 'for Advanced riders'],
      ],
    ],
  ] as [string, HorseLimits, RiderFacts, [string, string][]][])('%s', (_, horse, rider, concerns) => {
    expect(concernsOf(horse, rider).map(({ kind, text }) => [kind, text])).toEqual(concerns)
  })

  test('What is beyond a limit is worse than what is not known', () => {
    expect([isBeyond({ kind: 'beyond', text: '' }), isBeyond({ kind: 'unknown', text: '' })]).toEqual([true, false])
  })

  test('No words tell what a rider weighs', () => {
    const words = concernsOf({ id: 1, maxWeightLb: 100, minLevel: 'advanced' }, { ...nobody, weightLb: 187 })
    expect(words.map(({ text }) => text).join(' ')).not.toContain('187')
  })
})

test('A horse suits a rider if nothing that is said of the two is beyond a limit', () => {
  const level = fc.option(fc.constantFrom(...LEVEL_NAMES))
  const pounds = fc.option(fc.integer({ min: 100, max: 104 }))
  const wishes = fc.array(fc.record({ horseId: fc.integer({ min: 1, max: 2 }), good: fc.boolean() }), { maxLength: 3 })
  fc.assert(
    fc.property(
      fc.record({ maxWeightLb: pounds, minLevel: level }),
      fc.record({ weightLb: pounds, level, wishes }),
      (limits, rider) => {
        const horse = { id: 1, ...limits }
        expect(suits(horse, rider)).toBe(!concernsOf(horse, rider).some(isBeyond))
      },
    ),
  )
})
