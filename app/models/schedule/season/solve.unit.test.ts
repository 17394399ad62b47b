import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { LEVEL_NAMES, type Level, levelFits } from '~/models/vocabulary/level'
import { groupBy } from '~/utils/group-by'
import { randomFrom } from '../../../../prisma/seed/random'
import { type Solution, solveSeason as solveInParts } from './solve'
import type { LessonToFill, RideToPlace, WeeklyTime } from './to-place'

const mon4 = { dayOfWeek: 1, time: '16:00' }
const mon5 = { dayOfWeek: 1, time: '17:00' }
const tue4 = { dayOfWeek: 2, time: '16:00' }
const wed4 = { dayOfWeek: 3, time: '16:00' }
const mon430 = { dayOfWeek: 1, time: '16:30' }

const group = (key: string, at: WeeklyTime, more: Partial<LessonToFill> = {}): LessonToFill => ({
  ...{ key, ...at, type: 'Group Lesson', duration: 60, capacity: 1, level: null },
  ...more,
})
const hour = (key: string, at: WeeklyTime, more: Partial<LessonToFill> = {}) =>
  group(key, at, { type: 'Private Lesson', ...more })
/** `Ann` or `Ann 2`, a second ride of hers. */
const seat = (key: string, choices: WeeklyTime[], more: Partial<RideToPlace> = {}): RideToPlace => ({
  ...{ key, riderId: key.split(' ')[0] ?? key, type: 'Group Lesson', level: 'beginner', lesson: null, choices },
  ...{ fixed: false, ...more },
})
const stays = (key: string, lesson: string | null) => seat(key, [], { lesson, fixed: true })
function solveSeason(...args: Parameters<typeof solveInParts>): Solution {
  const work = solveInParts(...args)
  for (;;) {
    const part = work.next()
    if (part.done) return part.value
  }
}
const solved = (...args: Parameters<typeof solveSeason>) => Object.fromEntries(solveSeason(...args).lessons)
const why = (...args: Parameters<typeof solveSeason>) => Object.fromEntries(solveSeason(...args).unplaced)

describe('the lessons of a season', () => {
  test('A lesson in which no horse is left takes nobody else', () => {
    const lessons = [group('M', mon4, { capacity: 3 }), group('T', tue4, { capacity: 3 })]
    const barred = new Set(['M', 'T'])
    const ann = seat('Ann', [mon4, tue4], { barred: new Set(['M']) })
    expect(solved([ann], lessons)).toEqual({ Ann: 'T' })
    expect(why([{ ...ann, barred }], lessons)).toEqual({ Ann: 'Both times have no horse left' })
    expect(why([seat('Ann', [mon4], { barred })], lessons)).toEqual({ Ann: 'The one time has no horse left' })
  })

  test('Nobody goes without a time that an exchange would free', () => {
    const lessons = [group('M', mon4), group('T', tue4)]
    const seats = [seat('Ann', [mon4, tue4]), seat('Ben', [mon4])]
    expect(solveSeason(seats, lessons)).toEqual({
      lessons: new Map([
        ['Ann', 'T'],
        ['Ben', 'M'],
      ]),
      unplaced: new Map(),
      isMost: true,
    })
  })

  test('Of plans that place as many, the one with the best times; of those, the one that moves the fewest', () => {
    const lessons = [group('M', mon4), group('T', tue4), group('T2', tue4, { capacity: 2 })]
    expect(solved([seat('Ann', [tue4, mon4]), seat('Ben', [mon4, tue4])], lessons)).toMatchObject({ Ben: 'M' })
    expect(solved([seat('Ann', [mon4], { lesson: 'T' })], lessons)).toEqual({ Ann: 'M' })
    expect(solved([seat('Ann', [tue4, mon4], { lesson: 'M' })], [group('M', mon4), group('T', tue4)])).toEqual({
      Ann: 'T',
    })
    const here = ['Ann', 'Ben', 'Cy'].map((key, i) => seat(key, [tue4], { lesson: i === 1 ? 'T' : 'T2' }))
    expect(solved(here, lessons)).toEqual({ Ann: 'T2', Ben: 'T', Cy: 'T2' })
    // Ann could change with Dee, who has no lesson yet.
    const change = [seat('Dee', [tue4]), seat('Ann', [tue4], { lesson: 'T' })]
    expect(solved(change, [group('T', tue4), group('T3', tue4)])).toEqual({ Ann: 'T', Dee: 'T3' })
  })

  test('Type, day, and time have to be those that were asked for, and the level has to fit', () => {
    const one = [seat('Ann', [mon4])]
    expect(solved(one, [group('M', mon4)])).toEqual({ Ann: 'M' })
    expect(solved(one, [hour('M', mon4)])).toEqual({ Ann: null })
    expect(solved(one, [group('M', { ...mon4, dayOfWeek: 2 })])).toEqual({ Ann: null })
    expect(solved(one, [group('M', mon430)])).toEqual({ Ann: null })
    expect(solved(one, [group('M', mon4, { level: 'novice' })])).toEqual({ Ann: null })
    expect(solved(one, [group('M', mon4, { level: 'beginner' })])).toEqual({ Ann: 'M' })
    const unset = [seat('Ann', [mon4], { level: null })]
    expect(solved(unset, [group('M', mon4, { level: 'beginner' })])).toEqual({ Ann: null })
    expect(solved(unset, [group('M', mon4)])).toEqual({ Ann: 'M' })
  })

  test('Who gets none of their times stays, also in a lesson that is full or does not suit them', () => {
    const here = ['Ann', 'Ben', 'Cy'].map((key) => seat(key, [tue4], { lesson: 'M', level: 'novice' }))
    const lessons = [group('M', mon4, { level: 'advanced' }), group('T', tue4)]
    const { lessons: given, unplaced } = solveSeason(here, lessons)
    expect([...given.values()].sort()).toEqual(['M', 'M', 'T'])
    expect(unplaced.size).toBe(2)
  })

  test('Who rides at a chosen time already is placed, whatever the level', () => {
    const seats = [seat('Ann', [mon4], { lesson: 'M' })]
    expect(solveSeason(seats, [group('M', mon4, { level: 'advanced' })])).toMatchObject({ unplaced: new Map() })
    const other = solveSeason(seats, [hour('M', mon4)])
    expect(Object.fromEntries(other.lessons)).toEqual({ Ann: 'M' })
    expect(Object.fromEntries(other.unplaced)).toEqual({ Ann: 'The one time has no Group Lesson' })
  })

  test('Fixed seats stay and take up their spots; without a lesson, they have none', () => {
    const seats = [stays('Ann', 'M'), seat('Ben', [mon4]), stays('Cy', null), stays('Dee', 'gone')]
    expect(solved(seats, [group('M', mon4)])).toEqual({ Ann: 'M', Ben: null, Cy: null, Dee: null })
    expect(solved(seats, [group('M', mon4, { capacity: 2 })])).toMatchObject({ Ben: 'M' })
    expect(solved([seat('Ben', [tue4], { lesson: 'gone' })], [group('M', mon4)])).toEqual({ Ben: null })
  })

  test('A capacity of 0 is no limit', () => {
    const seats = ['Ann', 'Ben', 'Cy'].map((key) => seat(key, [mon4]))
    expect(solved(seats, [group('M', mon4, { capacity: 0 })])).toEqual({ Ann: 'M', Ben: 'M', Cy: 'M' })
  })

  test('A lesson with more than its capacity takes someone only once so many have left', () => {
    const full = [seat('Ann', [tue4], { lesson: 'M' }), seat('Ben', [mon4], { lesson: 'M' }), seat('Cy', [mon4])]
    expect(solved(full, [group('M', mon4), group('T', tue4)])).toEqual({ Ann: 'T', Ben: 'M', Cy: null })
    const three = [...full, seat('Dee', [mon4], { lesson: 'M' })]
    expect(solved(three, [group('M', mon4), group('T', tue4)])).toEqual({ Ann: 'T', Ben: 'M', Cy: null, Dee: 'M' })
    const two = [group('M', mon4, { capacity: 2 }), group('T', tue4)]
    expect(solved(full, two)).toEqual({ Ann: 'T', Ben: 'M', Cy: 'M' })
    const leave = [full[0] as RideToPlace, seat('Ben', [wed4], { lesson: 'M' }), seat('Cy', [mon4])]
    expect(solved(leave, [group('M', mon4), group('T', tue4), group('W', wed4)])).toEqual({
      ...{ Ann: 'T', Ben: 'W', Cy: 'M' },
    })
    // Nobody has to move for their best time, but then Cy gets one of hers.
    const could = [full[0] as RideToPlace, seat('Ben', [mon4, wed4], { lesson: 'M' }), seat('Cy', [mon4])]
    expect(solved(could, [group('M', mon4), group('T', tue4), group('W', wed4)])).toEqual({
      ...{ Ann: 'T', Ben: 'W', Cy: 'M' },
    })
  })

  test('Two rides of one rider never overlap, unless both stay', () => {
    const lessons = [group('M', mon4, { capacity: 9 }), hour('P', mon430), hour('P5', mon5), group('T', tue4)]
    const both = (more: Partial<RideToPlace> = {}) => [
      seat('Ann', [mon4, tue4], more),
      seat('Ann 2', [mon430], { type: 'Private Lesson' }),
    ]
    expect(solved(both(), lessons)).toEqual({ Ann: 'T', 'Ann 2': 'P' })
    expect(solved(both({ fixed: true, lesson: 'M' }), lessons)).toEqual({ Ann: 'M', 'Ann 2': null })
    const twice = [seat('Ann', [mon4, tue4]), seat('Ann 2', [mon4, tue4])]
    expect(Object.values(solved(twice, lessons)).sort()).toEqual(['M', 'T'])
    expect(
      Object.values(
        solved(
          twice.map((one) => ({ ...one, lesson: 'M' })),
          lessons,
        ),
      ),
    ).toEqual(['M', 'M'])
    const next = [seat('Ann', [mon4]), seat('Ann 2', [mon5], { type: 'Private Lesson' })]
    expect(solved(next, lessons)).toEqual({ Ann: 'M', 'Ann 2': 'P5' })
    const others = [seat('Ann', [mon4]), seat('Ben', [mon430], { type: 'Private Lesson' })]
    expect(solved(others, lessons)).toEqual({ Ann: 'M', Ben: 'P' })
  })

  test('A rider’s own ride makes room for another of theirs, if it can move', () => {
    const lessons = [group('M', mon4), hour('P', mon430), group('T', tue4)]
    const seats = [
      seat('Ann', [tue4], { lesson: 'M' }),
      seat('Ann 2', [mon430], { type: 'Private Lesson' }),
      seat('Cy', [tue4]),
    ]
    expect(solved(seats, lessons)).toEqual({ Ann: 'T', 'Ann 2': 'P', Cy: null })
  })

  test('If the search gives up, the plan breaks no rule, and it is not said to be the most', () => {
    const lessons = [
      ...[group('M', mon4, { capacity: 0 }), hour('P', mon430, { capacity: 0 })],
      ...[group('T', tue4), group('W', wed4), group('M5', mon5, { capacity: 2 })],
    ]
    const pairs = Array.from({ length: 150 }, (_, i) => [
      seat(`R${i}`, [mon4]),
      seat(`R${i} 2`, [mon430], { type: 'Private Lesson' }),
    ])
    const seats = [
      ...pairs.flat(),
      ...[seat('Ann', [wed4], { lesson: 'T' }), seat('Ben', [tue4], { lesson: 'T' })],
      ...[seat('Cy', [tue4], { lesson: 'T' }), seat('Dee', [tue4]), seat('Eve', [mon4]), seat('Eve 2', [mon5])],
    ]
    const solution = solveSeason(seats, lessons)
    expect(solution).toMatchObject({ isMost: false })
    expect(solution.unplaced.size).toBe(151)
    expect(problemsOf({ seats, lessons }, solution.lessons)).toEqual([])
  })
})

describe('why a ride got none of its times', () => {
  const taken = (lesson: string, count = 1) => Array.from({ length: count }, (_, i) => stays(`Other${i}`, lesson))

  test('No time was named', () => {
    expect(why([seat('Ann', [])], [group('M', mon4)])).toEqual({ Ann: 'No time was named' })
  })

  test('No lesson', () => {
    const lessons = [group('M', mon4)]
    const one = { type: 'Private Lesson' }
    expect(why([seat('Ann', [mon4], one)], lessons)).toEqual({ Ann: 'The one time has no Private Lesson' })
    expect(why([seat('Ann', [mon4, tue4], one)], lessons)).toEqual({
      Ann: 'None of the 2 times has a Private Lesson',
    })
    expect(why([seat('Ann', [mon4, tue4, wed4], { type: 'Adult Lesson' })], lessons)).toEqual({
      Ann: 'None of the 3 times has an Adult Lesson',
    })
  })

  test('Another level', () => {
    const novice = [group('M', mon4, { level: 'novice' }), group('T', tue4, { level: 'novice' })]
    const mixed = [...novice, group('M2', mon4, { level: 'advanced' })]
    expect(why([seat('Ann', [mon4])], novice)).toEqual({ Ann: 'The one time is for Novice riders' })
    expect(why([seat('Ann', [mon4, tue4])], novice)).toEqual({ Ann: 'Both times are for Novice riders' })
    expect(why([seat('Ann', [mon4], { level: null })], novice)).toEqual({
      Ann: 'The one time is for Novice riders, and this rider’s level is not set',
    })
    expect(why([seat('Ann', [mon4, wed4], { level: null })], mixed)).toEqual({
      Ann: 'Of 2 times, 1 has no Group Lesson and 1 is for Novice or Advanced riders, and this rider’s level is not set',
    })
  })

  test('Another ride of the rider', () => {
    const lessons = [group('M', mon4, { capacity: 9 }), hour('P', mon430), group('T', tue4)]
    const private_ = seat('Ann 2', [mon430], { type: 'Private Lesson' })
    expect(why([stays('Ann', 'M'), private_], lessons)).toEqual({
      'Ann 2': 'The one time overlaps another ride of this rider',
    })
    const both = [stays('Ann', 'M'), stays('Ann 3', 'T'), seat('Ann 2', [mon4, tue4])]
    expect(why(both, lessons)).toEqual({ 'Ann 2': 'Both times overlap another ride of this rider' })
  })

  test('Full', () => {
    const six = { capacity: 6 }
    expect(why([...taken('M'), seat('Ann', [mon4])], [group('M', mon4)])).toEqual({
      Ann: 'The one time is full: one spot',
    })
    expect(why([...taken('M', 6), seat('Ann', [mon4])], [group('M', mon4, six)])).toEqual({
      Ann: 'The one time is full: 6 spots',
    })
    // Two lessons at a time count as one time.
    const two = [group('M', mon4, six), group('M2', mon4, { capacity: 0, level: 'novice' })]
    expect(why([...taken('M', 7), seat('Ann', [mon4])], two)).toEqual({ Ann: 'The one time is full: 6 spots' })
    const three = [group('M', mon4), group('T', tue4), group('W', wed4)]
    const all = [stays('A', 'M'), stays('B', 'T'), stays('C', 'W'), seat('Ann', [mon4, tue4, wed4])]
    expect(why(all, three)).toEqual({ Ann: 'All 3 times are full' })
  })

  test('Several reasons add up to the times that were named', () => {
    const lessons = [
      ...[group('M', mon4), group('T', tue4, { level: 'novice' }), group('M5', mon5)],
      ...[hour('P', { dayOfWeek: 5, time: '09:00' }), group('F', { dayOfWeek: 5, time: '09:30' })],
    ]
    const fri = { dayOfWeek: 5, time: '09:30' }
    expect(why([...taken('M'), seat('Ann', [mon4, wed4, tue4])], lessons)).toEqual({
      Ann: 'Of 3 times, 1 has no Group Lesson, 1 is for Novice riders and 1 is full',
    })
    const busy = [stays('B', 'M'), stays('C', 'M5'), stays('Ann 2', 'P')]
    expect(why([...busy, seat('Ann', [fri, wed4, mon430, mon4, mon5, tue4])], lessons)).toEqual({
      Ann: 'Of 6 times, 2 have no Group Lesson, 1 is for Novice riders, 1 overlaps another ride of this rider and 2 are full',
    })
  })
})

interface School {
  seats: RideToPlace[]
  lessons: LessonToFill[]
}

const isAt = (lesson: LessonToFill, { dayOfWeek, time }: WeeklyTime) =>
  lesson.dayOfWeek === dayOfWeek && lesson.time === time

/** The place of a lesson among the times that a seat asked for, -1 if it is none of them. */
const rankOf = ({ type, choices }: RideToPlace, lesson: LessonToFill | undefined) =>
  lesson?.type === type ? choices.findIndex((choice) => isAt(lesson, choice)) : -1

/** The rules that a plan breaks, checked one by one. */
function problemsOf({ seats, lessons }: School, given: Solution['lessons']): string[] {
  const byKey = new Map(lessons.map((lesson) => [lesson.key, lesson]))
  const lessonOf = (key: string | null | undefined) => byKey.get(key ?? '')
  const moved = (seat: RideToPlace) => given.get(seat.key) !== null && given.get(seat.key) !== seat.lesson
  const byRider = groupBy(seats, ({ riderId }) => riderId)
  const byLesson = groupBy(seats, ({ key }) => given.get(key))
  const found: string[] = []
  for (const one of seats) {
    const lesson = lessonOf(given.get(one.key))
    if (!lesson) {
      if (lessonOf(one.lesson)) found.push(`${one.key} was thrown out`)
      continue
    }
    if (!moved(one)) continue
    if (one.fixed) found.push(`${one.key} is fixed`)
    if (rankOf(one, lesson) < 0) found.push(`${one.key} did not ask for ${lesson.key}`)
    if (levelFits(lesson.level, one.level) !== 'fits') found.push(`${one.key} is of another level`)
    for (const other of byRider.get(one.riderId) ?? []) {
      const there = lessonOf(given.get(other.key))
      if (other !== one && there?.dayOfWeek === lesson.dayOfWeek && overlaps(there, lesson))
        found.push(`${one.key} overlaps ${other.key}`)
    }
  }
  for (const { key, capacity } of lessons) {
    const riders = byLesson.get(key) ?? []
    if (capacity > 0 && riders.length > capacity && riders.some(moved)) found.push(`${key} has too many`)
  }
  return found
}

/** Seats without any of their times, the places of the times of the others, and those who leave their lesson. */
function worthOf({ seats, lessons }: School, given: Solution['lessons']): number[] {
  const open = seats.filter(({ fixed }) => !fixed)
  const rides = open.map((one) => lessons.find(({ key }) => key === given.get(one.key)))
  const ranks = open.map((one, i) => rankOf(one, rides[i])).filter((rank) => rank >= 0)
  const left = open.filter(({ lesson, key }) => lesson !== null && given.get(key) !== lesson)
  return [open.length - ranks.length, ranks.reduce((a, b) => a + b, 0), left.length]
}

const compare = (a: number[], b: number[]) => a.map((n, i) => n - (b[i] ?? 0)).find((d) => d !== 0) ?? 0

/** The worth of the best of all plans that break no rule. */
function bruteForce(school: School): number[] {
  let best = [Number.POSITIVE_INFINITY]
  const look = (given: Map<string, string | null>, i: number) => {
    const one = school.seats[i]
    if (!one) {
      const worth = worthOf(school, given)
      if (compare(worth, best) < 0 && problemsOf(school, given).length === 0) best = worth
      return
    }
    look(new Map(given).set(one.key, one.lesson), i + 1)
    if (one.fixed) return
    for (const lesson of school.lessons) {
      if (rankOf(one, lesson) >= 0) look(new Map(given).set(one.key, lesson.key), i + 1)
    }
  }
  look(new Map(), 0)
  return best
}

const levels = fc.constantFrom<(Level | null)[]>(null, null, 'beginner', 'novice')
const types = fc.constantFrom('Group Lesson', 'Group Lesson', 'Private Lesson')
const times = fc.constantFrom(mon4, mon430, mon5, tue4)

/** Up to five seats, of which two can be one rider’s, and four lessons. */
const schools = fc
  .record({
    lessons: fc.array(
      fc.record({
        ...{ at: times, type: types, level: levels, duration: fc.constantFrom(30, 60) },
        capacity: fc.constantFrom(0, 1, 1, 1, 2),
      }),
      { maxLength: 4 },
    ),
    seats: fc.array(
      fc.record({
        ...{ riderId: fc.constantFrom('A', 'A', 'B', 'B', 'C', 'D'), type: types },
        lesson: fc.constantFrom(null, null, '0', '0', '0', '1', '2', '3'),
        ...{ choices: fc.uniqueArray(times, { maxLength: 3 }), fixed: fc.constantFrom(false, false, false, true) },
      }),
      { minLength: 1, maxLength: 5 },
    ),
    riders: fc.record({ A: levels, B: levels, C: levels, D: levels }),
  })
  .map(
    ({ lessons, seats, riders }): School => ({
      lessons: lessons.map(({ at, ...lesson }, i) => ({ ...at, ...lesson, key: `${i}` })),
      seats: seats.map(({ riderId, lesson, fixed, choices, ...rest }, i) => ({
        ...{ ...rest, riderId, fixed, key: `${i}`, level: riders[riderId as 'A'] },
        lesson: Number(lesson ?? 9) < lessons.length ? lesson : null,
        choices: fixed ? [] : choices,
      })),
    }),
  )

/** A school where one rider of six has two rides, a third of the seats have a lesson, and one of eight is fixed. */
function largeSchool(seed: number, { seats, lessons }: { seats: number; lessons: number }): School {
  const { below, pick } = randomFrom(seed)
  const rows = Array.from({ length: lessons }, (_, i) => ({
    ...{ key: `L${i}`, dayOfWeek: 1 + below(6), time: pick(['15:00', '16:00', '16:30', '17:00', '18:00']) },
    ...(below(4) === 0 ? { type: 'Private Lesson', capacity: 1 } : { type: 'Group Lesson', capacity: 2 + below(5) }),
    ...{ duration: pick([45, 60]), level: pick([null, null, ...LEVEL_NAMES]) },
  }))
  const wanted = Array.from({ length: seats }, (_, i) => {
    const riderId = `R${below(6) === 0 ? Math.max(0, i - 1) : i}`
    const [type, fixed] = [below(4) === 0 ? 'Private Lesson' : 'Group Lesson', below(8) === 0]
    const level = pick([null, ...LEVEL_NAMES])
    const choices = fixed ? [] : Array.from({ length: 1 + below(5) }, () => pick(rows))
    const lesson = below(3) === 0 ? pick(rows).key : null
    return {
      ...{ key: `S${i}`, riderId, type, fixed, lesson, level },
      choices: choices.map(({ dayOfWeek, time }) => ({ dayOfWeek, time })),
    }
  })
  const levelOf = new Map(wanted.map(({ riderId, level }) => [riderId, level]))
  return {
    lessons: rows,
    seats: wanted.map((one) => ({ ...one, level: levelOf.get(one.riderId) ?? null })),
  }
}

/** A school where every seat can have one of its times, because the choices were made from a plan that fills the lessons. */
function plantedSchool(seed: number): School {
  const { below } = randomFrom(seed)
  const { lessons } = largeSchool(seed, { seats: 0, lessons: 25 })
  const spots = lessons.flatMap((lesson) => Array.from({ length: lesson.capacity }, () => lesson))
  // Two rides of a rider are in the plan if they are of different days.
  const seats = spots.map((lesson, i): RideToPlace => {
    const before = spots[i - 1]
    const isSecond = before && before.dayOfWeek !== lesson.dayOfWeek && before.level === lesson.level
    const more = Array.from({ length: below(4) }, () => lessons[below(lessons.length)] as LessonToFill)
    more.splice(below(more.length + 1), 0, lesson)
    return {
      ...{ key: `S${i}`, riderId: `R${isSecond ? i - 1 : i}`, type: lesson.type, level: lesson.level },
      ...{ lesson: null, fixed: false, choices: more.map(({ dayOfWeek, time }) => ({ dayOfWeek, time })) },
    }
  })
  return { lessons, seats }
}

const WORDS: Record<string, number> = { 'The one': 1, Both: 2 }

/** How many times a sentence counts, NaN if its parts do not add up to what it says. */
function timesIn(said = ''): number {
  const [, all] = /^(?:Of|All|None of the) (\d+)|^No time/.exec(said) ?? []
  if (!said.startsWith('Of ')) return Number(all ?? WORDS[/^(The one|Both) /.exec(said)?.[1] ?? ''] ?? 0)
  const parts = [...said.matchAll(/(\d+) (?:has|have|is|are|overlaps?) /g)].map(([, count]) => Number(count))
  return parts.reduce((a, b) => a + b, 0) === Number(all) ? Number(all) : Number.NaN
}

/** Schools of each large kind; the long form is 10,000: SEASONS=10000 npx vitest run --project unit season/solve */
const numRuns = Number(process.env.SEASONS ?? 300)
const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }))

describe('random schools', () => {
  test('Of up to five seats and four lessons: as good as the best of all plans there are', () => {
    fc.assert(
      fc.property(schools, (school) => {
        const { lessons, unplaced, isMost } = solveSeason(school.seats, school.lessons)
        expect({ isMost, problems: problemsOf(school, lessons) }).toEqual({ isMost: true, problems: [] })
        const worth = worthOf(school, lessons)
        expect(worth).toEqual(bruteForce(school))
        expect(unplaced.size).toBe(worth[0])
      }),
      { numRuns: Math.ceil((numRuns * 20) / 3) },
    )
  })

  test('A plan that gives every seat one of its times is found again', () => {
    fc.assert(
      fc.property(seeds.map(plantedSchool), (school) => {
        const { lessons, unplaced, isMost } = solveSeason(school.seats, school.lessons)
        expect({ isMost, unplaced: unplaced.size, problems: problemsOf(school, lessons) }).toEqual({
          ...{ isMost: true, unplaced: 0, problems: [] },
        })
      }),
      { numRuns },
    )
  })

  test('Of 120 seats and 40 lessons: no rule is broken, no seat goes without a spot that is free for it, and reasons add up', () => {
    fc.assert(
      fc.property(
        seeds.map((seed) => largeSchool(seed, { seats: 120, lessons: 40 })),
        (school) => {
          const { lessons, unplaced } = solveSeason(school.seats, school.lessons)
          expect(problemsOf(school, lessons)).toEqual([])
          expect(unplaced.size).toBe(worthOf(school, lessons)[0])
          const without = school.seats.filter(({ key }) => unplaced.has(key))
          const free = without.flatMap((one) =>
            school.lessons.filter(
              (lesson) =>
                rankOf(one, lesson) >= 0 && problemsOf(school, new Map(lessons).set(one.key, lesson.key)).length === 0,
            ),
          )
          expect(free).toEqual([])
          expect(without.map(({ key }) => lessons.get(key))).toEqual(without.map(({ lesson }) => lesson))
          expect(without.map(({ key }) => timesIn(unplaced.get(key)))).toEqual(
            without.map(({ choices }) => choices.length),
          )
        },
      ),
      { numRuns },
    )
  })
})
