import { expect, test } from 'vitest'
import { describeMakeupChange } from './makeup-changes'

test.each([
  [
    'grant',
    { until: '2026-12-22', reason: 'The pony was lame' },
    'added a makeup for Emma, good until Dec 22: The pony was lame',
  ],
  ['grant', {}, 'added a makeup for Emma'],
  ['revoke', { reason: 'Twice' }, 'removed Emma’s makeup: Twice'],
  ['revoke', {}, 'removed Emma’s makeup'],
  ['restore', {}, 'restored Emma’s makeup'],
  ['extend', { from: '2026-12-22', until: '2027-01-05' }, 'extended Emma’s makeup from Dec 22 to Jan 5'],
  ['extend', { until: '2027-01-05', reason: 'Ill' }, 'extended Emma’s makeup: Ill'],
  ['extend', { from: '2026-12-22' }, 'extended Emma’s makeup'],
  ['extend-undo', {}, 'undid the extension of Emma’s makeup'],
  ['ask', {}, 'sent a makeup request for Emma'],
  ['ask-no-more', {}, 'withdrew the makeup request for Emma'],
  ['decline', {}, 'declined Emma’s makeup request'],
  ['other', {}, 'makeup.other'],
])('A change of a makeup is described: %s %j', (action, detail, sentence) => {
  expect(describeMakeupChange(`makeup.${action}`, detail, 'Emma')).toBe(sentence)
})
