import { COVERS } from '~/models/allowance/cover'
import type { CardLesson, CardRider, WeekView } from './week-view.server'

/** Word `0` is empty; used and allowed are there if the ride is counted, and its cover if that says something. */
type PackedRide = [person: number, mark: number, horse: number, ...counter: number[]]
type PackedLesson = [time: number, type: number, minutes: number, rides: PackedRide[]]
interface Packed {
  people: [id: string, name: string][]
  words: string[]
  days: [date: string, lessons: PackedLesson[]][]
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
  const packed = days.map(({ date, lessons }): Packed['days'][number] => [
    date,
    lessons.map(({ time, type, duration, riders }) => [word(time), word(type), duration, riders.map(ride)]),
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
  return days.map(([date, lessons]) => ({
    date,
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
