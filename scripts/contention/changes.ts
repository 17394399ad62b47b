import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { rideKey } from '../../app/models/schedule/week/week'
import { paths } from '../../app/utils/paths'
import type { Answer, Client } from './client'

/** The slots, riders and horses that the clients compete for. */
export interface ContestedSchool {
  slots: Slot[]
  riders: { id: string; name: string }[]
  horses: string[]
}

/** An entry of the audit log that a change must or may write. */
export interface ExpectedEntry {
  action: string
  entityId: string
  /** Whether the entry may be missing, because an accepted change that changed nothing writes none. */
  optional?: boolean
  /** Whether it is never the only entry of its change. */
  besideOthers?: boolean
  /** The earlier state that the entry must name: the one the client saw. */
  from?: string
}

interface Change {
  name: string
  send(client: Client): Promise<Answer>
  expectedEntries: ExpectedEntry[]
}

/** Returns numbers from 0 up to, not including, 1; the same sequence for the same seed. */
export type SeededRandom = () => number

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random change of a rider, horse or lesson by the office. */
export async function nextChange(
  { slots, riders, horses }: ContestedSchool,
  random: SeededRandom,
  client: Client,
): Promise<Change> {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }
  const dice = random()
  // Removals and marks mostly choose a rider who is in a lesson.
  const looks = dice >= 0.28 && dice < 0.76 && random() < 0.7
  const rides = looks ? await client.rides(slots.map(({ date }) => date)) : []
  const ride = rides.length ? pick(rides) : undefined
  const slot = ride?.slot ?? pick(slots)
  const rider = riders.find(({ id }) => id === ride?.riderId) ?? pick(riders)
  const weekly = random() < 0.3
  const { date, time, type } = slot
  const lesson = { lessonDate: date, scheduledTime: time, lessonType: type }
  const ofLesson = (action: string): ExpectedEntry[] => [{ action, entityId: slotKey(slot) }]
  const ofRide = (action: string, change: Partial<ExpectedEntry> = {}): ExpectedEntry => ({
    action,
    entityId: rideKey({ ...slot, riderId: rider.id }),
    optional: true,
    ...change,
  })

  if (dice < 0.28) {
    const expectedEntries = ofLesson('lesson.add-rider')
    if (weekly) {
      const fields = { riderId: rider.id, scope: 'weekly' }
      return { name: 'add rider weekly', expectedEntries, send: () => client.form(paths.addToLesson(slot), fields) }
    }
    const body = { ...lesson, studentId: rider.id }
    return {
      name: 'add rider once',
      expectedEntries,
      send: () => client.json('POST', '/api/temporary-lessons/add-student', body),
    }
  }
  if (dice < 0.46) {
    const removalType = weekly ? 'weekly' : 'one-time'
    const body = { studentId: rider.id, lessonDate: date, lessonTime: time, lessonType: type, removalType }
    return {
      name: weekly ? 'remove rider weekly' : 'remove rider once',
      expectedEntries: ofLesson('lesson.remove-rider'),
      send: () => client.json('POST', '/api/lessons/record-removal', body),
    }
  }
  if (dice < 0.6) {
    const horseName = random() < 0.2 ? 'none' : pick(horses)
    const body = { horseName, usageDate: date, lessonTime: time, studentId: rider.id, lessonType: type }
    return {
      name: 'assign horse',
      expectedEntries: [ofRide('ride.horse')],
      send: () => client.json('POST', '/api/lessons/horse-assignments', body),
    }
  }
  if (dice < 0.76) {
    // The client's version of a marked ride: a mark based on an older one must be refused.
    const seen = random() < 0.6 ? await client.seenRide(date, time, rider.id) : undefined
    const body = {
      studentId: rider.id,
      lessonDate: date,
      lessonTime: time,
      rideType: type,
      attendanceStatus: pick(['present', 'absent', 'makeup', 'reschedule', 'scheduled']),
      horseName: random() < 0.3 ? pick(horses) : undefined,
      version: seen?.version,
    }
    return {
      name: seen ? 'mark what was seen' : 'mark',
      // A rider who rode and is not in the lesson is added to it.
      expectedEntries: [
        { action: 'lesson.add-rider', entityId: slotKey(slot), optional: true, besideOthers: true },
        ofRide('ride.horse'),
        ofRide('ride.attendance', { from: seen?.attendanceStatus }),
      ],
      send: () => client.json('POST', '/api/lessons/attendance', body),
    }
  }
  if (dice < 0.8) {
    return {
      name: 'mark lesson present',
      expectedEntries: riders.map(({ id }) => ({
        action: 'ride.attendance',
        entityId: rideKey({ ...slot, riderId: id }),
        optional: true,
      })),
      send: () => client.form(paths.markLesson(slot), { intent: 'present', ahead: 'on' }),
    }
  }
  if (dice < 0.9) {
    const target = pick(slots.filter((other) => other.date === date && slotKey(other) !== slotKey(slot)))
    const expectedEntries = ofLesson('lesson.edit')
    if (weekly) {
      const body = { lessonDate: date, oldTime: time, oldType: type, newTime: target.time, newType: target.type }
      return {
        name: 'move lesson weekly',
        expectedEntries,
        send: () => client.json('PUT', '/api/weekly-schedule/timeslot', body),
      }
    }
    const fields = { time: target.time, type: target.type, scope: 'one-time' }
    return { name: 'move lesson once', expectedEntries, send: () => client.form(paths.editLesson(slot), fields) }
  }
  if (dice < 0.97) {
    const path = weekly ? '/api/weekly-schedule' : '/api/temporary-lessons'
    const body = weekly ? { scheduledTime: time, lessonType: type, startDate: date } : lesson
    return {
      name: weekly ? 'add lesson weekly' : 'add lesson once',
      expectedEntries: ofLesson('lesson.add'),
      send: () => client.json('POST', path, body),
    }
  }
  const body = { lessonDate: date, lessonTime: time, lessonType: type, removalType: weekly ? 'weekly' : 'daily' }
  return {
    name: weekly ? 'delete lesson weekly' : 'delete lesson once',
    expectedEntries: ofLesson('lesson.delete'),
    send: () => client.json('POST', '/api/lessons/record-removal', body),
  }
}
