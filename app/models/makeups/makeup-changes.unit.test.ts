import { expect, test } from 'vitest'
import { describeMakeupChange } from './makeup-changes'

test.each([
  ['grant', { until: '2026-12-22', reason: 'The pony was lame' }, 'gave Emma a makeup until Dec 22: The pony was lame'],
  ['grant', {}, 'gave Emma a makeup'],
  ['revoke', { reason: 'Twice' }, 'took a makeup of Emma back: Twice'],
  ['revoke', {}, 'took a makeup of Emma back'],
  ['restore', {}, 'gave Emma back a makeup that was taken back'],
  ['extend', { from: '2026-12-22', until: '2027-01-05' }, 'extended a makeup of Emma from Dec 22 to Jan 5'],
  ['extend', { until: '2027-01-05', reason: 'Ill' }, 'extended a makeup of Emma: Ill'],
  ['extend', { from: '2026-12-22' }, 'extended a makeup of Emma'],
  ['extend-undo', {}, 'undid the extension of a makeup of Emma'],
  ['ask', {}, 'asked the office for a makeup of Emma'],
  ['ask-no-more', {}, 'no longer asks for a makeup of Emma'],
  ['decline', {}, 'declined what was asked for a makeup of Emma'],
  ['other', {}, 'makeup.other'],
])('A change of a makeup is told: %s %j', (action, detail, sentence) => {
  expect(describeMakeupChange(`makeup.${action}`, detail, 'Emma')).toBe(sentence)
})
