import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { unsentSchema } from './unsent.schema'

const SHOWN = { attendance: 'scheduled', horseId: null }
const marks = (count: number) => ({
  userId: 'coach',
  lessonDate: '2026-12-07',
  changes: Array.from({ length: count }, (_, rider) => ({
    studentId: `rider-${rider}`,
    lessonTime: '09:00',
    rideType: 'Group Lesson',
    key: randomUUID(),
    base: SHOWN,
    want: { ...SHOWN, attendance: 'present' },
    madeAt: '2026-12-07T14:00:00Z',
  })),
})

test('A whole day of the largest school is accepted at once', () => {
  expect(unsentSchema.safeParse(marks(720)).success).toBe(true)
  expect(unsentSchema.safeParse(marks(1001)).success).toBe(false)
})
