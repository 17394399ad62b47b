import type { TableName } from './book'

const SLOT = { lesson_date: 'date', scheduled_time: 'time', lesson_type: 'type' }
const RIDER = { student_id: 'riderId', student_name: 'riderName' }

/** The table of each kind of row, and the code's names for columns that differ in more than spelling. */
export const TABLES: Record<TableName, { table: string; date: string | null; names: Record<string, string> }> = {
  weekly: {
    table: 'weekly_schedule',
    date: null,
    names: { ...SLOT, ...RIDER, is_active: 'active', deleted_from_date: 'endDate' },
  },
  participants: { table: 'one_time_participants', date: 'lesson_date', names: { ...SLOT, ...RIDER } },
  oneTimeLessons: { table: 'temporary_lessons', date: 'lesson_date', names: SLOT },
  removals: { table: 'lesson_removals', date: 'lesson_date', names: { ...SLOT, ...RIDER } },
  records: {
    table: 'lessons',
    date: 'scheduled_date',
    names: { ...RIDER, scheduled_date: 'date', scheduled_time: 'time' },
  },
  horses: {
    table: 'horse_usage',
    date: 'usage_date',
    names: { ...RIDER, usage_date: 'date', lesson_time: 'time', lesson_type: 'type' },
  },
  makeups: {
    table: 'makeups',
    date: 'ride_date',
    names: { ...RIDER, ride_date: 'date', ride_time: 'time', lesson_type: 'type' },
  },
  bookings: { table: 'makeup_bookings', date: 'lesson_date', names: { ...SLOT, ...RIDER } },
}

/** A row with the database's column names. */
export type Columns = Record<string, unknown>

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const toFields = (name: TableName, row: Columns): Columns =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [TABLES[name].names[column] ?? camel(column), value]))

export const toColumns = (name: TableName, row: object): Columns => {
  const columns = Object.fromEntries(Object.entries(TABLES[name].names).map(([column, field]) => [field, column]))
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [columns[field] ?? snake(field), value]))
}
