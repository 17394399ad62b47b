import Papa from 'papaparse'
import { guessColumns } from '~/models/imports/fields'
import { planImport } from '~/models/imports/plan/plan'
import type { Plan } from '~/models/imports/plan/planned'
import { headingAt, type Mends, readRows } from '~/models/imports/read-rows'
import type { School } from '~/models/imports/school'
import { lessonTimesOf } from '~/models/school/lesson-times'

export const TODAY = '2026-11-26'

/** A school that has an instructor and a catalog, and no families. */
export const EMPTY: School = {
  today: TODAY,
  people: [],
  staffEmails: ['office@school.example'],
  instructors: [{ id: 'i1', first: 'Kelly', last: 'Marsh' }],
  horses: [],
  rideTypes: new Map([
    ['Group Lesson', 6],
    ['Private Lesson', 1],
  ]),
  times: lessonTimesOf(),
  packages: [
    { id: 1, name: 'Intro Package', lessons: 4, privateLessons: 0 },
    { id: 2, name: 'Package 1 - Basic', lessons: 4, privateLessons: 0 },
    { id: 3, name: 'Package 3 - Private', lessons: 0, privateLessons: 4 },
  ],
  places: [],
  rides: [],
  off: new Set(),
  payments: [],
  notes: [],
  noted: new Map(),
  given: new Map(),
  bought: new Map(),
  left: new Map(),
  makeupTypes: [
    { name: 'Group Lesson', counter: 'lessons' },
    { name: 'Private Lesson', counter: 'private_lessons' },
  ],
  owed: new Map(),
  used: new Map(),
  said: new Map(),
  imported: new Set(),
  signed: new Set(),
}

export const linesOf = (csv: string) => Papa.parse<string[]>(csv, { delimitersToGuess: [',', ';'] }).data
/** What a file would make of a school. */
export const planOf = (lines: string[][], mends: Mends = {}, school = EMPTY): Plan =>
  planImport(readRows(lines, guessColumns(lines[headingAt(lines)] ?? []), mends, TODAY), school)

/** Each row that needs a look, with the field and the reason. */
export const looks = ({ look }: Plan) =>
  look.map(({ row, problems }) => [row, ...problems.map(({ field, message }) => `${field}: ${message}`)])
