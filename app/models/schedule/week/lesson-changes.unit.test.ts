import { expect, test } from 'vitest'
import { describeLessonChange } from './lesson-changes'

const entityId = '2026-11-30 16:00 Group Lesson'

test.each([
  ['take-place', {}, false, 'booked a spot for Emma on Nov 30'],
  ['take-place', {}, true, 'booked a spot on Nov 30'],
  ['take-place', { scope: 'weekly' }, true, 'booked a spot every week from Nov 30'],
  ['give-place-back', {}, false, 'gave back Emma’s spot on Nov 30'],
  ['give-place-back', {}, true, 'gave back the spot on Nov 30'],
  ['wait', {}, false, 'put Emma on the waitlist on Nov 30'],
  ['wait', { scope: 'weekly' }, true, 'joined the waitlist every week from Nov 30'],
  ['wait-no-more', {}, false, 'removed Emma from the waitlist on Nov 30'],
  ['wait-no-more', {}, true, 'left the waitlist on Nov 30'],
  ['add', {}, false, 'added the lesson, on Nov 30 only'],
  ['add', { instructor: 'Kelly' }, false, 'added the lesson with Kelly, on Nov 30 only'],
  ['add-rider', {}, false, 'added Emma, on Nov 30 only'],
  ['add-rider', { scope: 'weekly' }, false, 'added Emma, every week from Nov 30'],
  ['move-rider', { to: '2028-01-05 09:00 Hack' }, false, 'moved Emma to 9:00 AM Hack on Jan 5, 2028, on Nov 30 only'],
])('A change is described in plain words: %s %j, by the rider: %s', (action, detail, isOwn, sentence) => {
  const entry = { action: `lesson.${action}`, entityId, detail: { name: 'Emma', scope: 'one-time', ...detail }, isOwn }
  expect(describeLessonChange(entry, '2026-11-26')).toBe(sentence)
})

test.each([
  [
    { to: { onRest: true, from: '2026-11-26', until: '2026-12-05', reason: 'abscess' }, changes: [1, 2] },
    'put Bella to rest through Dec 5: abscess (2 rides changed)',
  ],
  [
    { to: { onRest: true, from: '2026-11-30', until: null, reason: null }, changes: [] },
    'put Bella to rest from Nov 30',
  ],
  [{ to: { onRest: false, from: null, until: null, reason: null }, changes: [] }, 'ended the rest of Bella'],
  [{ to: { onRest: false }, changes: [3], what: ['put Bella to rest'] }, 'undid: put Bella to rest'],
])('A rest is described in plain words: %j', (detail, sentence) => {
  const entry = { action: 'horse.rest', entityId: '5', detail: { name: 'Bella', ...detail } }
  expect(describeLessonChange(entry, '2026-11-26')).toBe(sentence)
})

test.each([
  ['closed the day', 'undid: closed the day'],
  ['undid: closed the day', 'redid: closed the day'],
  ['redid: closed the day', 'undid: closed the day'],
  // Lines of before say each.
  ['undid: undid: closed the day', 'undid: closed the day'],
])('What is undone and done again and again stays one line: %s', (what, sentence) => {
  const entry = { action: 'lesson.undo', entityId: '2026-12-05', detail: { what: [what] } }
  expect(describeLessonChange(entry, '2026-11-26')).toBe(sentence)
})
