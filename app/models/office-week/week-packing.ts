import { COVERS } from '~/models/allowance/cover'
import type { CardLesson, CardOff, CardRider, WeekView } from './week-view'

/** Word `0` is empty; used and allowed are there if the ride is counted, and its cover if that says something. */
type PackedRide = [person: number, mark: number, horse: number, ...counter: number[]]
type PackedLesson = [time: number, type: number, minutes: number, rides: PackedRide[]]
/** Without a person the whole lesson is off. */
type PackedOff = [time: number, type: number, person?: number]
interface Packed {
  people: [id: string, name: string][]
  words: string[]
  days: [date: string, lessons: PackedLesson[], off: PackedOff[]][]
}

/** Names and words stand in the text once. The framework's own form of a full week is four times as long. */
export function packWeek(days: WeekView['days']): string {
  const people = new Map<string, number>()
  const words = new Map([['', 0]])
  const indexIn = (list: Map<string, number>, key: string) => {
    const index = list.get(key) ?? list.size
    list.set(key, index)
    return index
  }
  const word = (text = '') => indexIn(words, text)
  const ride = ({ id, name, mark, horse, used, allowed, cover }: CardRider): PackedRide => [
    indexIn(people, JSON.stringify([id, name])),
    word(mark),
    word(horse),
    ...(used === undefined || allowed === undefined ? [] : [used, allowed]),
    ...(cover ? [COVERS.indexOf(cover)] : []),
  ]
  const person = (id: string, name = '') => indexIn(people, JSON.stringify([id, name]))
  const packed = days.map(({ date, lessons, off }): Packed['days'][number] => [
    date,
    lessons.map(({ time, type, duration, riders }) => [word(time), word(type), duration, riders.map(ride)]),
    off.map(
      ({ time, type, id, name }) =>
        [word(time), word(type), ...(id === undefined ? [] : [person(id, name)])] as PackedOff,
    ),
  ])
  return JSON.stringify({
    people: [...people.keys()].map((person) => JSON.parse(person)),
    words: [...words.keys()],
    days: packed,
  } satisfies Packed)
}

export function unpackWeek(text: string): WeekView['days'] {
  const { people, words, days }: Packed = JSON.parse(text)
  const ride = ([person, mark, horse, used, allowed, cover]: PackedRide): CardRider => {
    const [id = '', name = ''] = people[person] ?? []
    return {
      id,
      name,
      ...(mark && { mark: words[mark] }),
      ...(horse && { horse: words[horse] }),
      ...(used !== undefined && { used, allowed }),
      ...(cover !== undefined && { cover: COVERS[cover] }),
    }
  }
  const taken = ([time, type, who]: PackedOff): CardOff => {
    const [id, name] = (who === undefined ? undefined : people[who]) ?? []
    return { time: words[time] ?? '', type: words[type] ?? '', ...(id !== undefined && { id, name }) }
  }
  return days.map(([date, lessons, off]) => ({
    date,
    off: off.map(taken),
    lessons: lessons.map(
      ([time, type, duration, rides]): CardLesson => ({
        time: words[time] ?? '',
        type: words[type] ?? '',
        duration,
        riders: rides.map(ride),
      }),
    ),
  }))
}
