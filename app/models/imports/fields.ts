import { plain } from './cells'

/**
 * What a column of the file may be. `names` are its usual headings, the most telling first; those with *full name*, *guardian email* and
 * *current plans* are of Pike13's report of clients (https://developer.pike13.com/docs/api/v3/reports/clients), *memo* is of Square's customers.
 */
export const FIELDS = {
  rider: {
    label: 'Rider',
    names: ['rider', 'student', 'rider name', 'student name', 'full name', 'name', 'participant', 'child', 'client'],
  },
  riderFirst: {
    label: 'Rider’s first name',
    names: ['rider first name', 'student first name', 'first name', 'first', 'child first name'],
  },
  riderLast: {
    label: 'Rider’s last name',
    names: ['rider last name', 'student last name', 'last name', 'last', 'surname', 'child last name'],
  },
  guardian: {
    label: 'Guardian',
    names: [
      'guardian',
      'parent',
      'parent guardian',
      'guardian name',
      'parent name',
      'mother',
      'father',
      'contact',
      'account',
      'account name',
      'family',
      'primary contact',
      'responsible party',
    ],
  },
  guardianFirst: {
    label: 'Guardian’s first name',
    names: ['guardian first name', 'parent first name', 'contact first name', 'account first name'],
  },
  guardianLast: {
    label: 'Guardian’s last name',
    names: ['guardian last name', 'parent last name', 'contact last name', 'account last name', 'family name'],
  },
  email: { label: 'Email', names: ['guardian email', 'parent email', 'email', 'e mail', 'email address', 'mail'] },
  phone: {
    label: 'Phone',
    names: [
      'phone',
      'phone number',
      'cell',
      'cell phone',
      'mobile',
      'telephone',
      'parent phone',
      'guardian phone',
      'mobile phone',
      'home phone',
    ],
  },
  second: {
    label: 'Second guardian',
    names: [
      'second guardian',
      'guardian 2',
      'parent 2',
      'other parent',
      'second parent',
      'second household',
      'emergency contact',
    ],
  },
  birthDate: { label: 'Birth date', names: ['birth date', 'birthdate', 'birthday', 'date of birth', 'dob', 'born'] },
  level: { label: 'Level', names: ['level', 'riding level', 'skill', 'ability', 'skill level'] },
  weight: { label: 'Weight', names: ['weight', 'weight lb', 'weight lbs', 'weight pounds', 'rider weight'] },
  day: { label: 'Lesson day', names: ['day', 'lesson day', 'weekday', 'day of week', 'class day'] },
  time: { label: 'Lesson time', names: ['time', 'lesson time', 'start time', 'start', 'class time'] },
  lesson: {
    label: 'Lesson day and time',
    names: ['lesson', 'day time', 'day and time', 'weekly lesson', 'schedule', 'class', 'slot', 'lesson slot'],
  },
  lessonDate: {
    label: 'Date of one lesson',
    names: [
      'lesson date',
      'ride date',
      'class date',
      'date of lesson',
      'date of ride',
      'appointment date',
      'booking date',
      'event date',
      'session date',
    ],
  },
  type: { label: 'Ride type', names: ['type', 'ride type', 'lesson type', 'kind', 'class type'] },
  length: { label: 'Lesson length', names: ['length', 'duration', 'minutes', 'lesson length', 'min'] },
  instructor: { label: 'Instructor', names: ['instructor', 'teacher', 'coach', 'trainer'] },
  package: {
    label: 'Package',
    names: ['package', 'plan', 'membership', 'program', 'pass', 'tuition plan', 'current plans'],
  },
  left: {
    label: 'Lessons left',
    names: ['lessons left', 'left', 'remaining', 'lessons remaining', 'credits', 'classes left', 'credits left'],
  },
  makeups: {
    label: 'Makeups owed',
    names: ['makeups owed', 'makeups', 'makeup lessons', 'makeups left', 'makeup credits', 'makeup'],
  },
  paid: {
    label: 'Amount paid',
    names: ['paid', 'amount paid', 'payment', 'amount', 'last payment', 'paid amount', 'total paid'],
  },
  method: {
    label: 'How it was paid',
    names: ['method', 'payment method', 'how paid', 'paid by', 'payment type', 'paid with'],
  },
  paidOn: {
    label: 'Day it was paid',
    names: ['paid on', 'payment date', 'date paid', 'paid date', 'last payment date', 'date'],
  },
  balance: { label: 'Balance', names: ['balance', 'balance due', 'amount due', 'owes', 'owed', 'due'] },
  medical: {
    label: 'Note for the barn',
    names: [
      'medical',
      'medical note',
      'medical notes',
      'allergies',
      'medical info',
      'medical conditions',
      'health',
      'special needs',
    ],
  },
  note: {
    label: 'Note for the office',
    names: ['note', 'notes', 'comment', 'comments', 'remarks', 'office note', 'memo'],
  },
  waiver: {
    label: 'Waiver signed on paper',
    names: [
      'waiver',
      'waiver signed',
      'waiver date',
      'signed waiver',
      'waiver on file',
      'liability waiver',
      'release',
      'release signed',
    ],
  },
  horse: { label: 'Horse', names: ['horse', 'horse name', 'school horse', 'pony', 'mount'] },
  horseWeight: {
    label: 'Horse: max rider weight',
    names: ['max rider weight', 'max weight', 'rider weight limit', 'weight limit', 'maximum weight', 'weight max'],
  },
  horseLevel: {
    label: 'Horse: for riders from',
    names: ['for riders from', 'min level', 'minimum level', 'level from', 'suitable for'],
  },
  horseDay: {
    label: 'Horse: max per day',
    names: ['max per day', 'rides per day', 'rides a day', 'day limit', 'daily limit'],
  },
  horseWeek: {
    label: 'Horse: max per week',
    names: ['max per week', 'rides per week', 'rides a week', 'week limit', 'weekly limit'],
  },
} as const satisfies Record<string, { label: string; names: readonly string[] }>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]
const isFieldName = (name: unknown): name is FieldName => FIELD_NAMES.includes(name as FieldName)

const OF_HORSES: FieldName[] = ['horse', 'horseWeight', 'horseDay', 'horseWeek']
const OF_RIDERS: FieldName[] = [
  'guardian',
  'guardianFirst',
  'riderFirst',
  'email',
  'phone',
  'birthDate',
  'day',
  'lesson',
  'lessonDate',
]
/** What the columns of a list of horses alone hold: *Name* is not a rider's there. */
const IN_HORSES: Partial<Record<FieldName, FieldName>> = { rider: 'horse', level: 'horseLevel' }

/** By heading, as `plain` writes it; null leaves the column out. */
type KnownColumns = ReadonlyMap<string, FieldName | null>

/**
 * Which field each column holds: as the office said of that heading before, else as it is usually called. Each field is one column's, but for
 * a second address.
 */
export function guessColumns(heading: readonly string[], known: KnownColumns = new Map()): (FieldName | null)[] {
  const columns = heading.map((cell) => known.get(plain(cell)) ?? null)
  const said = heading.map((cell) => known.has(plain(cell)))
  const taken = new Set(columns.filter((field) => field !== null))
  // The most telling heading of a field first: *Rider name* is the rider, although *Name* would do.
  const ranks = Math.max(...FIELD_NAMES.map((field) => FIELDS[field].names.length))
  for (let rank = 0; rank < ranks; rank++) {
    for (const field of FIELD_NAMES.filter((name) => !taken.has(name))) {
      const name = FIELDS[field].names[rank]
      const at = heading.findIndex((cell, i) => columns[i] === null && !said[i] && plain(cell) === name)
      if (at < 0) continue
      columns[at] = field
      taken.add(field)
    }
  }
  // A rider's own address serves where the guardian's is empty.
  for (const [i, cell] of heading.entries()) {
    if (columns[i] === null && !said[i] && rankOf('email', cell) >= 0) columns[i] = 'email'
  }
  // *Date* beside a time is the day of a lesson, unless it is that of an amount.
  const dated = heading.findIndex((cell, i) => plain(cell) === 'date' && !said[i])
  const isOfAmount = columns[dated] === 'paidOn' && taken.has('paid')
  if (dated >= 0 && !isOfAmount && taken.has('time') && !taken.has('lessonDate')) {
    columns[dated] = 'lessonDate'
    taken.add('lessonDate')
  }
  // First and last name beside another name are the rider's parts, or else say it twice.
  if (taken.has('riderFirst') && taken.has('riderLast') && columns.includes('rider')) {
    const at = columns.indexOf('rider')
    if (!said[at]) columns[at] = null
  }
  const isOf = (fields: FieldName[]) => fields.some((field) => taken.has(field))
  if (!isOf(OF_HORSES) || isOf(OF_RIDERS) || (taken.has('rider') && taken.has('horse'))) return columns
  return columns.map((field, i) => (field && !said[i] && IN_HORSES[field]) || field)
}

/** How telling a heading is, from 0; -1 if it is none of the usual ones. */
export const rankOf = (field: FieldName, heading: string): number =>
  (FIELDS[field].names as readonly string[]).indexOf(plain(heading))

/** As the database holds them. */
export const columnsFrom = (list: unknown): (FieldName | null)[] =>
  Array.isArray(list) ? list.map((name) => (isFieldName(name) ? name : null)) : []
