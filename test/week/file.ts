import fc from 'fast-check'
import { expect } from 'vitest'
import { prisma } from '~/platform/db.server'
import { ImportDesk, sums } from '../import-desk'
import type { Visitor } from '../visitor'
import { DATES, kind, RIDERS, TIMES, TYPES } from './steps'

/** A row of a file of students; the last rider is one whom the school does not know. */
const row = fc.record({
  rider: fc.nat(RIDERS.length),
  /** A weekday for a weekly place, a day for one ride, or nothing. */
  on: fc.constantFrom('Tue', 'Tue', 'Thu', ...DATES.slice(0, 4), ''),
  time: fc.constantFrom(...TIMES),
  type: fc.constantFrom(...TYPES),
  paid: fc.constantFrom('', '80', '120.50'),
})

/**
 * A file is moved in, undone at once, and moved in again if it `stays`. `takes`: its rows count, whatever was changed since an earlier file, which it
 * corrects. `unfile` undoes the last that stayed.
 */
export type FileStep =
  | { kind: 'file'; rows: (typeof row extends fc.Arbitrary<infer Row> ? Row : never)[]; takes: boolean; stays: boolean }
  | { kind: 'unfile' }

export const fileStep: fc.Arbitrary<FileStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('file'),
      rows: fc.array(row, { minLength: 1, maxLength: 3 }),
      takes: fc.boolean(),
      stays: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('unfile') }) },
)

/** Returns whether it was accepted. @throws if Undo, right after, leaves anything else than was there */
export async function takeFile(office: Visitor, step: FileStep): Promise<boolean> {
  const desk = new ImportDesk(office)
  if (step.kind === 'unfile') {
    const last = await prisma.studentImport.findFirst({
      where: { movedInAt: { not: null }, undoneAt: null },
      orderBy: { movedInAt: 'desc' },
    })
    return last !== null && isDone((await desk.press(`/settings/import/${last.id}`, { intent: 'undo' })).status)
  }
  const before = await sums()
  const path = await kept(desk, step)
  if (!isDone((await desk.moveIn(path)).status)) {
    expect(await sums()).toEqual(before)
    return false
  }
  expect((await desk.press(path, { intent: 'undo' })).status).toBe(302)
  expect(await sums()).toEqual(before)
  return step.stays && isDone((await desk.moveIn(await kept(desk, step))).status)
}

function isDone(status: number): boolean {
  if (status >= 500) throw new Error(`A file was answered ${status}`)
  return status === 302
}

async function kept(desk: ImportDesk, { rows, takes }: Extract<FileStep, { kind: 'file' }>): Promise<string> {
  const lines = rows.map(({ rider, on, time, type, paid }) => {
    const id = RIDERS[rider] ?? 'eve'
    const [parent, email] = id === 'dee' ? ['gus', 'gus@desk.example'] : ['', `${id}@desk.example`]
    const [day, date] = DATES.includes(on) ? ['', on] : [on, '']
    return [id, parent, email, day, date, on && time, on && type, paid, paid && '2027-01-15'].join()
  })
  const path = await desk.kept(
    ['Rider,Parent,Email,Day,Lesson date,Time,Lesson type,Paid,Paid on', ...lines, ''].join('\n'),
  )
  const takesAll = Object.fromEntries(rows.map((_, i) => [`row-${i + 2}-take`, 'on']))
  if (takes) await desk.press(path, { intent: 'mend', ...takesAll })
  return path
}
