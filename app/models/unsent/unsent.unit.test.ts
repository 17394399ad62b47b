import { describe, expect, test } from 'vitest'
import {
  answered,
  clashes,
  decided,
  judge,
  partsOf,
  type Shown,
  type Trouble,
  tapped,
  trying,
  type Unsent,
} from './unsent'

const BELLA = 7
const COMET = 8
const open: Shown = { attendance: 'scheduled', horseId: null }
const ride = {
  id: 'ann 2026-11-24 16:00 emma',
  userId: 'ann',
  date: '2026-11-24',
  time: '16:00',
  type: 'Group Lesson',
  riderId: 'emma',
  name: 'Emma Stone',
}
const stamp = (key: string) => ({ key, at: '2026-11-24T16:05:00.000Z' })
const mark = (attendance: string, shown = open, old?: Unsent, key = 'k1') =>
  tapped(old, { ...ride, ...stamp(key) }, shown, { attendance })
const kept = (one: Unsent | null): Unsent => {
  if (!one) throw new Error('Nothing is kept')
  return one
}

describe('What is stored of taps without a signal', () => {
  test('A mark is stored with what the sheet showed, and undoing it leaves nothing', () => {
    const present = kept(mark('present'))
    expect(present).toMatchObject({ base: open, want: { attendance: 'present', horseId: null }, tried: [] })
    expect(mark('scheduled', open, present, 'k2')).toBeNull()
  })

  test('Absent frees the horse, and undoing that leaves the ride its horse', () => {
    const shown = { attendance: 'scheduled', horseId: BELLA }
    const absent = kept(mark('absent', shown))
    expect(absent.want).toEqual({ attendance: 'absent', horseId: null })
    expect(kept(mark('present', shown, absent, 'k2')).want).toEqual({ attendance: 'present', horseId: BELLA })
    expect(mark('scheduled', shown, absent, 'k2')).toBeNull()
  })

  test('A mark and a horse of one ride are one change', () => {
    const present = kept(mark('present'))
    const both = kept(tapped(present, { ...ride, ...stamp('k2') }, open, { horseId: COMET, horse: 'Comet' }))
    expect(both).toMatchObject({ base: open, want: { attendance: 'present', horseId: COMET }, horse: 'Comet' })
  })

  test('A change that may have been written already is sent again to revert it', () => {
    const sent = trying(kept(mark('present')))
    expect(mark('scheduled', open, sent, 'k2')).toMatchObject({ tried: ['k1'], want: open })
  })
})

describe('How the school judges a change', () => {
  const present = kept(mark('present'))
  test.each<[string, Unsent, Shown, { part: 'attendance' | 'horseId'; key: string | null }[], string]>([
    ['A ride as the sheet showed it is changed', present, open, [], 'write'],
    ['The same mark by someone else is no question', present, { attendance: 'present', horseId: null }, [], 'done'],
    ['Another mark by someone else is a clash', present, { attendance: 'absent', horseId: null }, [], 'clash'],
    ['A horse by someone else is not what the mark is about', present, { ...open, horseId: BELLA }, [], 'write'],
    [
      'Absent asks before it frees a horse that someone else chose',
      kept(mark('absent')),
      { ...open, horseId: BELLA },
      [],
      'clash',
    ],
    [
      'A mark whose answer was lost is not written again over what someone did since',
      trying(present),
      open,
      [
        { part: 'attendance', key: 'k1' },
        { part: 'attendance', key: null },
      ],
      'done',
    ],
    [
      'A mark that was written without an answer can be taken back',
      kept(mark('scheduled', open, trying(present), 'k2')),
      { attendance: 'present', horseId: null },
      [{ part: 'attendance', key: 'k1' }],
      'write',
    ],
    [
      'A mark that was written and changed by someone since is a clash for the next',
      kept(mark('absent', open, trying(present), 'k2')),
      { attendance: 'makeup', horseId: null },
      [
        { part: 'attendance', key: 'k1' },
        { part: 'attendance', key: null },
      ],
      'clash',
    ],
    [
      'A mark that was taken back leaves what someone marked since',
      kept(mark('scheduled', open, trying(present), 'k2')),
      { attendance: 'absent', horseId: null },
      [],
      'done',
    ],
  ])('%s', (_, wish, now, log, verdict) => {
    expect(judge(wish, now, log).verdict).toBe(verdict)
  })
})

describe('A conflict', () => {
  const theirs = { attendance: 'absent', horseId: null }
  const trouble: Trouble = { kind: 'changed', said: 'Dana marked Absent at 9:20 AM', now: theirs, horse: null }
  const asked = kept(answered(kept(mark('present')), 'k1', trouble))

  test('Keep theirs leaves nothing to send; Use mine overwrites what has been seen', () => {
    expect(decided(asked, false, stamp('k2'))).toBeNull()
    const mine = kept(decided(asked, true, stamp('k2')))
    expect(mine).toMatchObject({ base: theirs, want: { attendance: 'present', horseId: null }, key: 'k2' })
    expect(mine.trouble).toBeUndefined()
    expect(judge(mine, theirs, []).verdict).toBe('write')
    expect(judge(mine, { attendance: 'makeup', horseId: null }, []).verdict).toBe('clash')
  })

  test('Keep theirs leaves a horse to the ride, and drops the absence that would free it', () => {
    const away = kept(mark('absent'))
    const horse: Trouble = { kind: 'changed', said: '', now: { ...open, horseId: BELLA }, horse: 'Bella' }
    expect(decided(kept(answered(away, 'k1', horse)), false, stamp('k2'))).toBeNull()
  })

  test('Keep theirs gives up only what they changed', () => {
    const both = kept(
      tapped(kept(mark('present')), { ...ride, ...stamp('k2') }, open, { horseId: COMET, horse: 'Comet' }),
    )
    const now = { attendance: 'scheduled', horseId: BELLA }
    expect([partsOf(both), clashes(both, now)]).toEqual([['attendance', 'horseId'], ['horseId']])
    const horse: Trouble = { kind: 'changed', said: '', now, horse: 'Bella' }
    const left = kept(decided(kept(answered(both, 'k2', horse)), false, stamp('k3')))
    expect(left).toMatchObject({ want: { attendance: 'present', horseId: BELLA }, horse: 'Bella' })
    expect(partsOf(left)).toEqual(['attendance'])
  })

  test('A tap that agrees with them settles it, and an answer to an older state changes nothing', () => {
    expect(tapped(asked, { ...ride, ...stamp('k2') }, open, { attendance: 'absent' })).toBeNull()
    const newer = kept(mark('absent', open, trying(kept(mark('present'))), 'k2'))
    expect(answered(newer, 'k1', null)).toEqual(newer)
  })

  test('A ride that is gone stays until it is dismissed, and what a rule forbids may be tried again', () => {
    const gone = kept(answered(kept(mark('present')), 'k1', { kind: 'gone', said: 'Closed' }))
    expect(decided(gone, false, stamp('k2'))).toBeNull()
    const refused = kept(answered(kept(mark('present')), 'k1', { kind: 'refused', said: 'Bella is resting' }))
    expect(decided(refused, true, stamp('k2'))).toMatchObject({ key: 'k2', want: { attendance: 'present' } })
    expect(kept(mark('absent', open, refused, 'k2')).trouble).toBeUndefined()
  })
})
