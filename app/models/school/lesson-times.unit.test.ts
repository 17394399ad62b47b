import { describe, expect, test } from 'vitest'
import { lessonTimesOf, offeredTimes, requireLength, requireTime, usualLength } from './lesson-times'
import { lessonTimesSchema } from './lesson-times.schema'

const evening = lessonTimesOf({
  firstLesson: '15:45',
  lastLesson: '19:30',
  lessonStep: 15,
  lessonLengths: '20, 75',
  arenas: null,
})

test('A school offers each half hour from 7:00 AM to 6:30 PM by default', () => {
  const times = offeredTimes(lessonTimesOf(null))
  expect([times.length, times[0], times[1], times.at(-1)]).toEqual([24, '07:00', '07:30', '18:30'])
  expect(lessonTimesOf(null).lengths).toEqual([30, 45, 60, 90])
})

test('A school offers its own times, as far as a step fits before the last', () => {
  expect(offeredTimes(evening).slice(-2)).toEqual(['19:15', '19:30'])
  expect(offeredTimes({ ...evening, step: 60 })).toEqual(['15:45', '16:45', '17:45', '18:45'])
  expect(offeredTimes({ ...evening, last: evening.first })).toEqual(['15:45'])
})

test('A lesson may begin at any minute from the first lesson to the last', () => {
  for (const time of ['15:45', '16:07', '19:30']) requireTime(evening, time)
  for (const time of ['15:44', '19:31']) {
    expect(() => requireTime(evening, time)).toThrow('Lessons begin from 3:45 PM to 7:30 PM')
  }
})

test('A lesson has the school’s length: an hour by default, if there is one', () => {
  requireLength(evening, 75)
  expect(() => requireLength(evening, 60)).toThrow('Choose 20, 75 minutes')
  expect([usualLength(lessonTimesOf(null)), usualLength(evening)]).toEqual([60, 20])
})

describe('Typed lengths', () => {
  const read = (lessonLengths: string) =>
    lessonTimesSchema.safeParse({ firstLesson: '7:00 AM', lastLesson: '18:30', lessonStep: '30', lessonLengths })
  test.each([
    ['120, 20,75 20', '20, 75, 120'],
    ['60', '60'],
  ])('%s', (typed, kept) => expect(read(typed).data).toMatchObject({ firstLesson: '07:00', lessonLengths: kept }))
  test.each(['', '4', '481', 'an hour', '30.5', '-30'])('%s is refused', (typed) =>
    expect(read(typed).success).toBe(false),
  )
})
