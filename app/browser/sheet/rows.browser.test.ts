import { expect, test } from 'vitest'
import type { Shown, Unsent } from '~/models/unsent/unsent'
import { officeLabel } from '~/models/vocabulary/attendance'
import { restore, rowOf, showUnsent } from './rows'

const ride = { date: '2026-11-24', time: '16:00', type: 'Group Lesson', riderId: 'emma', name: 'Emma Stone' }

/** Returns a line as the server sends it, with a mark that no button says. */
function lineOf(base: Shown) {
  const line = document.createElement('li')
  line.dataset.mark = base.attendance
  line.dataset.ride = JSON.stringify({ ...ride, ...base, horse: null })
  line.innerHTML = `<a class="sheet-name"><span>Emma Stone</span><span>No horse · ${officeLabel(base.attendance)}</span></a>
    <button class="sheet-mark" value="present"></button><button class="sheet-mark" value="absent"></button>`
  return line
}

function show(line: HTMLElement, base: Shown, change: Partial<Shown>, horse: string | null = null) {
  const row = rowOf(line)
  const stamp = { key: 'k1', tried: [], at: '2026-11-24T21:05:00.000Z' }
  const kept: Unsent = { ...ride, ...stamp, id: 'ann', userId: 'ann', horse, base, want: { ...base, ...change } }
  if (row) showUnsent(row, kept)
}

const textOf = (line: HTMLElement) => line.querySelector('.sheet-name')?.lastElementChild?.textContent

test.each(['reschedule', 'makeup'])(
  'A line that was %s has its unsent mark for the paper too, and the server’s again afterwards',
  (attendance) => {
    const base = { attendance, horseId: null }
    const line = lineOf(base)
    const sent = line.cloneNode(true)
    show(line, base, { attendance: 'present' })
    expect([line.dataset.mark, textOf(line)]).toEqual(['present', 'No horse · Not sent yet'])
    restore(line)
    expect(line.isEqualNode(sent)).toBe(true)
    show(line, base, { attendance: 'scheduled' })
    expect(line.dataset.mark).toBeUndefined()
    restore(line)
    expect(line.isEqualNode(sent)).toBe(true)
  },
)

test('A makeup lesson whose horse was changed without a signal still says what it is', () => {
  const base = { attendance: 'makeup', horseId: null }
  const line = lineOf(base)
  show(line, base, { horseId: 7 }, 'Bella')
  expect([line.dataset.mark, textOf(line)]).toEqual(['makeup', 'Bella · Makeup Lesson · Not sent yet'])
})
