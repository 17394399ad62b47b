import { expect, test } from 'vitest'
import type { CardLesson } from '~/models/office-week/week-view'
import { addDays } from '~/utils/dates'
import { weekHtml } from './week-html.server'

const MONDAY = '2026-11-23'
const lesson = (time: string, instructor?: string, due?: true): CardLesson => {
  const emma = { id: 'emma', name: 'Emma Stone', used: 3, allowed: 4, unsigned: true as const }
  const riders = [{ ...emma, ...(due && { due, word: '1 over' }) }]
  return { time, type: 'Hack', color: '#000000', duration: 60, riders, ...(instructor && { instructor }) }
}

function render(
  lessons: CardLesson[],
  {
    unrecorded = 0,
    asked = 0,
    ordered = 0,
    reported = 0,
    careDue = { count: 0, horseId: 0 },
    toCall = 0,
    today = MONDAY,
  } = {},
) {
  const days = Array.from({ length: 7 }, (_, n) => {
    return { date: addDays(MONDAY, n), closed: null, lessons: n === 0 ? lessons : [], off: [] }
  })
  const [head = '', monday = ''] = weekHtml({
    week: MONDAY,
    day: MONDAY,
    today,
    time: '10:00',
    days,
    unrecorded,
    asked,
    ordered,
    reported,
    careDue,
    toCall,
  })
  return { todo: /<ul aria-label="To do".*?<\/ul>/.exec(head)?.[0] ?? '', monday }
}

const text = (html: string) => html.replace(/<\/li>/g, ' | ').replace(/<[^>]*>/g, '')

test('The second line of the week says what someone has to do, each a link to where it is done', () => {
  const { todo } = render([lesson('09:00', undefined, true), lesson('11:00', undefined, true)], {
    unrecorded: 2,
    asked: 1,
  })
  expect(text(todo)).toBe('2 to mark | 1 makeup request | 1 to payEmma Stone: 1 overAll unpaid | ')
  expect([...todo.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
    '/admin/not-recorded',
    '/makeups?show=asked',
    '/admin/lessons/2026-11-23/09:00/Hack/riders/emma',
    '/payments/unpaid',
  ])
  expect(text(render([], { reported: 1 }).todo)).toBe('1 instructor can’t come | ')
  const care = [1, 2].map((count) => render([], { careDue: { count, horseId: 7 } }).todo)
  expect(care.map(text)).toEqual(['1 horse due for care | ', '2 horses due for care | '])
  // One horse has a page of its care; several are a list.
  expect(care.map((todo) => /href="([^"]+)"/.exec(todo)?.[1])).toEqual(['/horses/manage/7/care', '/horses/manage'])
  expect(text(render([], { toCall: 1 }).todo)).toBe('1 spot to call about | ')
  expect(text(render([], { asked: 3 }).todo)).toBe('3 makeup requests | ')
})

test('Where nothing is to do, it says so: for today, or for a week that is not this one', () => {
  expect(text(render([lesson('09:00')]).todo)).toBe('All done for today ✓ | ')
  expect(text(render([lesson('09:00')], { today: '2026-12-01' }).todo)).toBe('All done for this week ✓ | ')
})

test('An instructor who teaches the whole day is named only in the day’s header', () => {
  const { monday } = render([lesson('09:00', 'Hazel Finch'), lesson('11:00', 'Hazel Finch')])
  expect(monday.match(/Hazel Finch/g)).toHaveLength(1)
  expect(monday).toContain('<p>Hazel Finch</p>')
  expect(render([lesson('09:00', 'Hazel Finch'), lesson('11:00')]).monday).not.toContain('<p>Hazel Finch</p>')
})

test('On a day with several instructors each lesson has their initials and full name; shared initials are written out', () => {
  const { monday } = render([
    lesson('09:00', 'Hazel Finch'),
    lesson('10:00', 'Henry Ford'),
    lesson('11:00', 'Marcus de Webb'),
  ])
  expect([...monday.matchAll(/data-short="([^"]+)">([^<]+)</g)].map(([, ...both]) => both)).toEqual([
    ['Hazel Finch', 'Hazel Finch'],
    ['Henry Ford', 'Henry Ford'],
    ['MdW', 'Marcus de Webb'],
  ])
})

test('Only counters are read out as used', () => {
  const { monday } = render([lesson('09:00')])
  expect(monday).toContain('<span data-used="">3 of 4</span><span data-due=""> No waiver</span>')
})
