import { expect, test } from 'vitest'
import { newLessonSchema } from './slot.schema'

const lesson = { date: '2026-11-24', time: '16:00', type: 'Hack', scope: 'weekly' }

test.each([
  ['named', { instructorId: 'kelly' }, 'kelly'],
  ['nobody', { instructorId: 'none' }, null],
  ['not asked for', {}, undefined],
])('The instructor of a new lesson may be %s', (_, sent, instructorId) => {
  expect(newLessonSchema.parse({ ...lesson, ...sent }).instructorId).toBe(instructorId)
})

test('An instructor without an ID is refused in words', () => {
  const { error } = newLessonSchema.safeParse({ ...lesson, instructorId: '' })
  expect(error?.issues).toMatchObject([{ path: ['instructorId'], message: 'Choose an instructor' }])
})
