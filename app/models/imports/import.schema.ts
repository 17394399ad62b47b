import { z } from 'zod'
import { cut } from './cells'
import { FIELD_NAMES, type FieldName } from './fields'
import type { Mends } from './read-rows'

export const uploadSchema = z.object({ file: z.file() })

/** The buttons of the screen of a file. */
const INTENTS = ['columns', 'mend', 'take-back', 'move-in', 'waivers', 'undo', 'forget'] as const
export const fileSchema = z.object({ intent: z.enum(INTENTS) })

const fieldName = z.enum(FIELD_NAMES, 'is no field of a student')

/** A program's file: the text of a CSV file, what its headings hold, and what is said instead of cells, by the row's number. */
export const sheetSchema = z.object({
  csv: z.string('csv is the text of a CSV file'),
  fileName: z.string().trim().min(1).max(200).default('students.csv'),
  columns: z.record(z.string(), fieldName.nullable()).default({}),
  rows: z
    .record(
      z.string().regex(/^[1-9]\d{0,4}$/, 'rows are named by their number'),
      z.partialRecord(z.enum([...FIELD_NAMES, 'skip', 'take']), z.string().max(2000)),
    )
    .default({}),
  move: z.boolean().default(false),
  version: z.string().optional(),
})

const MOST_COLUMNS = 60

/** The choices of a form, by the number of the column: `column-3`. */
export function columnsOf(form: FormData): (FieldName | null)[] {
  const columns: (FieldName | null)[] = []
  for (let i = 0; i < MOST_COLUMNS && form.has(`column-${i}`); i++) {
    columns.push(FIELD_NAMES.find((name) => name === form.get(`column-${i}`)) ?? null)
  }
  return columns
}

const KEY = /^row-(\d{1,5})-([A-Za-z]+)$/
const LONGEST = 2000

const [SKIP, TAKE] = ['skip', 'take'] as const

/** What a form says of rows: `row-7-rider`, `row-7-skip` to leave one out, `row-7-take` to take it although the school was changed. */
export function mendsOf(form: FormData): Record<string, Mends[string]> {
  const mends: Record<string, Mends[string]> = {}
  for (const [key, value] of form) {
    const [, row, field] = KEY.exec(key) ?? []
    const known = FIELD_NAMES.find((name) => name === field) ?? [SKIP, TAKE].find((name) => name === field) ?? null
    if (!row || !known || typeof value !== 'string') continue
    mends[row] = { ...mends[row], [known]: cut(value, LONGEST) }
  }
  return mends
}
