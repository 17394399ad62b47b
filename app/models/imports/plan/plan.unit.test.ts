import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY, linesOf, looks, planOf } from '../../../../test/import-plan'
import { guessColumns } from '../fields'
import type { Said } from '../made'
import type { School } from '../school'
import type { Plan } from './planned'
import { wouldBe } from './would-be'

const file = (name: string) => linesOf(readFileSync(`test/students/${name}.csv`, 'utf8'))
const paid = ({ payments }: Plan) => payments.reduce((sum, { cents }) => sum + cents, 0)
const left = ({ packages }: Plan) => packages.reduce((sum, one) => sum + (one.left ?? 0), 0)

describe('Oak Hill', () => {
  const lines = file('oak-hill')
  const plan = planOf(lines)

  test('names each row that needs a look, with the reason and the field that mends it', () => {
    expect(looks(plan)).toEqual([
      [7, 'rider: Is the rider Ike Okafor? The guardian is Ngozi Okafor'],
      [
        8,
        'guardian: Lone Wolf has no guardian and no email. If this is an adult without an email, enter Lone Wolf as the guardian too',
      ],
      [10, 'birthDate: “2014-13-40” is no day'],
      [11, 'paid: “$10.005” is no amount of money'],
      [13, 'time: Mia van der Berg rides on Saturday 9:00 AM already'],
    ])
    expect(plan.remarks).toEqual([{ row: 12, text: 'The same as row 3: it counts once' }])
  })

  test('makes families of who belongs together, and tells apart who does not', () => {
    const families = plan.people.map(({ name, guardianKey, key }) => [
      `${name.first} ${name.last}`,
      plan.people.filter((one) => one.guardianKey === key).map((one) => one.name.first),
      guardianKey !== null,
    ])
    expect(families).toEqual([
      ['Dana Ruiz', ['Ava', 'Ben'], false],
      ['Ava Ruiz', [], true],
      ['Ben Ruiz', [], true],
      ['Tom van der Berg', ['Mia'], false],
      ['Mia van der Berg', [], true],
      ['Ngozi Okafor', ['Zoe'], false],
      ['Zoe Okafor', [], true],
      ['Grace Adult', [], false],
    ])
  })

  test('is mended in place: then every row is placed, and money and lessons left agree with the file to the cent', () => {
    const mended = planOf(lines, {
      7: { rider: 'Ike Okafor' },
      8: { email: 'wolf@lone.example', birthDate: '8/8/2002' },
      10: { birthDate: '2014-12-04' },
      11: { paid: '$10.05', package: 'Intro Package' },
      13: { time: '10:00 AM' },
    })
    expect(looks(mended)).toEqual([])
    // 238.50 + 180 + 1,020 + 90 + 10.05, and 3 + 4 + 2 + 1: row 12 says again what row 3 says.
    expect(paid(mended)).toBe(153_855)
    expect(left(mended)).toBe(10)
    expect(mended.riders).toEqual({ all: 9, ready: 9 })
    expect(mended.instructors).toEqual([{ first: 'Beth', last: 'Cole' }])
    expect(mended.lessons.filter(({ weekday }) => weekday === 2)).toMatchObject([
      { time: '16:00', type: 'Group Lesson', duration: 60, instructor: { first: 'Kelly', last: 'Marsh' } },
      { time: '16:00', type: 'Group Lesson', duration: 60, instructor: { first: 'Kelly', last: 'Marsh' } },
    ])
    expect(mended.notes).toMatchObject([{ text: 'Peanut allergy', forBarn: true }])
  })
})

test('Willow Creek: another email is another family of the name, a payment that two rows say needs a look', () => {
  const plan = planOf(file('willow-creek'))
  expect(looks(plan)).toEqual([
    [4, 'left: Package 1 - Basic has 4 lessons a month'],
    [5, 'paid: An amount that was paid is more than nothing'],
    [6, 'lesson: “Someday 4 PM” is no day and time, such as Tuesday 4:15 PM'],
  ])
  const mended = planOf(file('willow-creek'), { 4: { left: '4' } })
  expect(mended.people.filter(({ guardianKey }) => guardianKey === null).map(({ email }) => email)).toEqual([
    'mark@stone.example',
    'other.stone@stone.example',
    'min@park.example',
  ])
  expect(paid(mended)).toBe(18_000 + 22_000 + 6_000 + 6_000)
  expect(plan.notes.map(({ text }) => text)).toEqual(['Second guardian: Eve Stone 555 022 0199', 'Likes Willow'])
  expect(mended.payments.map(({ on, method }) => [on, method])).toEqual([
    ['2026-10-31', 'check'],
    ['2026-10-01', 'other'],
    ['2026-10-02', 'cash'],
    ['2026-10-02', 'cash'],
  ])
})

test('Last minute: a name alone is the account, an address serves one family, and a lesson that says too little is asked for', () => {
  const plan = planOf(file('last-minute'))
  expect(looks(plan)).toEqual([
    [4, 'email: This email is Rae Quinn’s. Enter the guardian, or the rider’s own email'],
    [5, 'rider: The row names no rider'],
    [6, 'time: “4” is no time, such as 4:15 PM', 'email: Please enter a valid email address'],
  ])
  expect(plan.lessons.filter(({ riderKey }) => riderKey === 'new 1').map(({ time }) => time)).toEqual([
    '10:30',
    '11:30',
  ])
  expect(plan.packages).toMatchObject([{ left: 1 }])
  expect(plan.notes).toMatchObject([{ text: 'Balance before Stirrup: $12.25' }])
  expect(paid(plan)).toBe(4550)
})

test('A child in a row without a guardian is not whoever has the email, of one last name too', () => {
  const lines = linesOf(
    'Rider,Email,Day,Time\nAva Ruiz,r@ruiz.example,Tue,4:00 PM\nBen Ruiz,r@ruiz.example,Wed,4:00 PM\n',
  )
  const plan = planOf(lines)
  expect(looks(plan)).toEqual([[3, 'email: This email is Ava Ruiz’s. Enter the guardian, or the rider’s own email']])
  expect(plan.lessons).toHaveLength(1)
})

test('A package that the rider has bought is not given again, and another one is asked about', () => {
  const lines = linesOf('Rider,Email,Package,Credits\nRae Quinn,rae@quinn.example,Intro Package,3\n')
  const rae = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null }
  const known = { ...rae, phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const has = (id: number, name: string) => ({ ...EMPTY, people: [known], bought: new Map([['rae', { id, name }]]) })
  expect(planOf(lines, {}, has(1, 'Intro Package')).packages).toMatchObject([{ there: true, left: 3 }])
  expect(looks(planOf(lines, {}, has(2, 'Package 1 - Basic')))).toEqual([
    [2, 'package: Rae Quinn has bought Package 1 - Basic for this month'],
  ])
})

test('Pike13’s report of clients is read: a dependent by the guardian’s address, and an adult by the own one', () => {
  const lines = linesOf(
    [
      'person_id,full_name,first_name,last_name,email,phone,birthdate,guardian_name,guardian_email,current_plans,completed_visits,tenure',
      '1,Ava Ruiz,Ava,Ruiz,ava@ruiz.example,,2014-05-31,Dana Ruiz,dana@ruiz.example,Intro Package,12,400',
      '2,Grace Adult,Grace,Adult,grace@adult.example,555-011-0110,1984-02-29,,,,3,90',
    ].join('\n'),
  )
  expect(guessColumns(lines[0]!)).toEqual([
    null,
    null,
    'riderFirst',
    'riderLast',
    'email',
    'phone',
    'birthDate',
    'guardian',
    'email',
    'package',
    null,
    null,
  ])
  const plan = planOf(lines)
  expect(looks(plan)).toEqual([])
  expect(plan.people.map(({ name, email }) => [name.first, email])).toEqual([
    ['Dana', 'dana@ruiz.example'],
    ['Ava', null],
    ['Grace', 'grace@adult.example'],
  ])
})

test('Square’s customers are read: each rides themselves, and the rest of the directory stays out', () => {
  const lines = linesOf(
    [
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Total Spend',
      ",Grace,Adult,grace@adult.example,'+15550110110,,,1 Main St,,Oak Hill,NY,10001,1984-02-29,Likes Bella,ABC,Instant Profile,2026-01-02,2026-11-02,4,$180.00",
      ',Tom,Berg,,,,,,,,,,,,DEF,Merge,,,0,$0.00',
    ].join('\n'),
  )
  const plan = planOf(lines)
  expect(looks(plan).map(([row]) => row)).toEqual([3])
  expect(plan.people).toMatchObject([
    { name: { first: 'Grace', last: 'Adult' }, email: 'grace@adult.example', birthDate: '1984-02-29', rides: true },
  ])
  expect(plan.people[0]?.phone).toBe('(555) 011-0110')
  expect([plan.notes.map(({ text }) => text), plan.payments]).toEqual([['Likes Bella'], []])
})

test('Makeups that are owed come once: what is missing is given, and too many are asked about', () => {
  const csv = 'Rider,Email,Type,Makeups owed\nRae Quinn,rae@quinn.example,Private,2\nKit Poe,kit@poe.example,,31'
  const plan = planOf(linesOf(csv))
  expect(looks(plan)).toEqual([[3, 'makeups: At most 30 makeups']])
  expect(plan.makeups).toEqual([{ riderKey: 'new 1', type: 'Private Lesson', owed: 2, give: 2 }])
  const facts = { phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const rae = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null, ...facts }
  const has = (given: number, standing: number): School => ({
    ...EMPTY,
    people: [rae],
    owed: new Map([['rae', { given, standing }]]),
  })
  const gives = (given: number, standing: number) =>
    planOf(linesOf(csv), {}, has(given, standing)).makeups.map(({ give }) => give)
  expect([gives(1, 1), gives(2, 2), gives(2, 0), gives(3, 2)]).toEqual([[1], [0], [0], [0]])
  expect(looks(planOf(linesOf(csv), {}, has(3, 3)))[0]).toEqual([
    2,
    'makeups: 3 makeups came with an earlier file. Clear this, and remove on Makeups what is too many',
  ])
})

test('Makeups that are owed are of the type of the row, else of the rider’s package, and an unknown type is asked about', () => {
  const rows = [
    'Rae Quinn,rae@quinn.example,,Package 3 - Private,2',
    'Kit Poe,kit@poe.example,,Intro Package,1',
    'Ann Fox,ann@fox.example,,,1',
    'Bea Fox,bea@fox.example,Vaulting,,1',
    'Cal Fox,cal@fox.example,Clinic,,1',
    'Eli Fox,eli@fox.example,,,1',
  ]
  const eli = { id: 'eli', first: 'Eli', last: 'Fox', email: 'eli@fox.example', guardianId: null, phone: null }
  const facts = { birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const plan = planOf(
    linesOf(`Rider,Email,Type,Package,Makeups owed\n${rows.join('\n')}`),
    {},
    {
      ...EMPTY,
      rideTypes: new Map([...EMPTY.rideTypes, ['Clinic', null]]),
      people: [{ ...eli, ...facts }],
      given: new Map([['eli', 3]]),
    },
  )
  expect(looks(plan)).toEqual([
    [5, 'type: No ride type is called “Vaulting”'],
    [6, 'type: Clinic has no makeups'],
  ])
  expect(plan.makeups.map(({ type }) => type)).toEqual([
    'Private Lesson',
    'Group Lesson',
    'Group Lesson',
    'Private Lesson',
  ])
  expect(wouldBe(plan, '2026-11').owed).toEqual([
    ['Private Lesson', 3],
    ['Group Lesson', 2],
  ])
})

test('Rows that say a level, a birth date, or a weight otherwise need a look, and the same twice does not', () => {
  const rows = ['Rae Quinn,rae@quinn.example,Novice,85,', 'Rae Quinn,rae@quinn.example,Nov.,90 lb,1/2/1990']
  const plan = planOf(linesOf(`Rider,Email,Level,Weight,DOB\n${rows.join('\n')}`))
  expect(looks(plan)).toEqual([[3, 'weight: Another row says 85 lb']])
  expect(plan.people).toMatchObject([{ level: 'novice', weightLb: 85, birthDate: null }])
})

test('A phone that one row changes and another one says as the school has it is no change', () => {
  const facts = { birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const rae = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null, ...facts }
  const rows = ['Rae Quinn,rae@quinn.example,555-033-0002', 'Rae Quinn,rae@quinn.example,555-033-0001']
  const plan = planOf(
    linesOf(`Rider,Email,Phone\n${rows.join('\n')}`),
    {},
    { ...EMPTY, people: [{ ...rae, phone: '(555) 033-0001' }] },
  )
  expect([plan.people[0]?.was, wouldBe(plan, '2026-11').isSame]).toEqual([{}, true])
})

test('A family that the school knows is listed with what the file brings for each, or as no change', () => {
  const facts = { phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const rae = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null, ...facts }
  const what = (header: string, ...rows: string[]) =>
    wouldBe(
      planOf(linesOf([`Rider,Email,${header}`, ...rows].join('\n')), {}, { ...EMPTY, people: [rae] }),
      '2026-11',
    ).families.map((family) => family.what)
  const row = 'Rae Quinn,rae@quinn.example'
  expect(what('Day,Time', `${row},Tue,4:00 PM`, `${row},Thu,4:00 PM`)).toEqual(['Rae Quinn: 2 weekly lessons'])
  expect(what('Phone,Paid,Paid on', `${row},555-033-0002,$20,2026-11-03`)).toEqual([
    'Rae Quinn: phone · Rae Quinn: 1 payment',
  ])
  expect(what('Phone', `${row},`)).toEqual(['No change'])
})

test('What is left of a package is the school’s already if nothing is counted otherwise', () => {
  const facts = { phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const rae = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null, ...facts }
  const left = (count: number) =>
    planOf(
      linesOf(`Rider,Email,Package,Lessons left\nRae Quinn,rae@quinn.example,Intro Package,${count}`),
      {},
      {
        ...EMPTY,
        people: [rae],
        given: new Map([['rae', 1]]),
        used: new Map([['rae', { lessons: 1, private_lessons: 0 }]]),
      },
    )
  expect([left(3), left(4)].map((plan) => wouldBe(plan, '2026-11').isSame)).toEqual([true, false])
})

test('Of two instructors of one first name the whole name is asked for', () => {
  const lines = linesOf('Rider,Email,Day,Time,Instructor\nRae Quinn,rae@quinn.example,Tue,4:00 PM,Kelly\n')
  const instructors = [...EMPTY.instructors, { id: 'i2', first: 'Kelly', last: 'Reed' }]
  expect(looks(planOf(lines, {}, { ...EMPTY, instructors }))).toEqual([
    [2, 'instructor: Kelly Marsh or Kelly Reed? Enter the whole name'],
  ])
})

test('A payment without a day is one, whenever its file is chosen again', () => {
  const lines = linesOf('Rider,Email,Paid,Method\nRae Quinn,rae@quinn.example,45.50,check\n')
  const person = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null }
  const known = { ...person, phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const before = { id: 7, riderId: 'rae', cents: 4_550, method: 'check' as const, on: '2026-11-30' }
  const school: School = { ...EMPTY, today: '2026-12-01', people: [known], payments: [before] }
  expect(planOf(lines, {}, school).payments).toMatchObject([{ on: '2026-12-01', there: false }])
  const imported = new Set(['recorded_payments 7'])
  expect(planOf(lines, {}, { ...school, imported }).payments).toMatchObject([{ on: '2026-11-30', there: true }])
})

test('A payment’s day without a year is the last one that has come; a birth date and a signed paper need theirs', () => {
  const rows = ['Rae Quinn,rae@quinn.example,5/31,45.50,12/5,', 'Uma Vance,uma@vance.example,,20,2-Nov,Mar 2']
  const plan = (more: Record<string, string>) =>
    planOf(linesOf(['Rider,Email,DOB,Paid,Paid on,Waiver', ...rows].join('\n')), { 2: more, 3: more })
  expect(looks(plan({}))).toEqual([
    [2, 'birthDate: The year of “5/31” is missing'],
    [3, 'waiver: The year of “Mar 2” is missing'],
  ])
  const mended = plan({ birthDate: '', waiver: '' })
  expect(mended.payments.map(({ on }) => on)).toEqual(['2025-12-05', '2026-11-02'])
  const { payments, morePayments } = wouldBe(mended, '2026-11')
  expect([payments.map(({ rider, amount, day }) => [rider, amount, day]), morePayments]).toEqual([
    [
      ['Rae Quinn', 4_550, 'Dec 5, 2025'],
      ['Uma Vance', 2_000, 'Nov 2, 2026'],
    ],
    0,
  ])
})

test('A payment of long ago, and more than a month holds, need a look and stop nothing else', () => {
  const lines = linesOf(
    [
      'Rider,Email,Paid,Paid on',
      'Rae Quinn,rae@quinn.example,100,12/31/1999',
      'Rae Quinn,rae@quinn.example,6000,11/2/2026',
      'Rae Quinn,rae@quinn.example,4000,11/3/2026',
      'Rae Quinn,rae@quinn.example,4000,10/3/2026',
    ].join('\n'),
  )
  const rae = { id: 'rae', first: 'Rae', last: 'Quinn', email: 'rae@quinn.example', guardianId: null }
  const known = { ...rae, phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const planned = (noted: [string, number][]) => planOf(lines, {}, { ...EMPTY, people: [known], noted: new Map(noted) })
  const tooMuch = 'paid: The most you can record for a month is $9,999.00'
  expect(looks(planned([]))).toEqual([
    [2, 'paidOn: This day is too long ago'],
    [4, tooMuch],
  ])
  expect(looks(planned([['rae 2026-11', 400_000]]))).toEqual([
    [2, 'paidOn: This day is too long ago'],
    [3, tooMuch],
  ])
})

test('Whatever stands in the cells, each row is placed, explained, or named', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'Ava Ruiz',
      'Ruiz, Ava',
      'Dana Ruiz',
      'dana@ruiz.example',
      '555-011-0107',
      'Tue',
      '4:00 PM',
      '16:15',
      '$238.50',
      '3',
      'Intro Package',
      '2014-05-31',
    ),
    fc.string({ maxLength: 12 }),
  )
  const heading = [
    'Rider',
    'Parent',
    'Email',
    'Phone',
    'Day',
    'Time',
    'Package',
    'Lessons left',
    'Paid',
    'DOB',
    'Notes',
  ]
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 11, maxLength: 11 }), { maxLength: 12 }), (rows) => {
      const plan = planOf([heading, ...rows])
      const named = new Set([...plan.look, ...plan.remarks].map(({ row }) => row))
      const riders = new Set(plan.people.filter(({ rides }) => rides).map(({ key }) => key))
      const said = rows.filter((cells) => cells.some((text) => text.trim()))
      expect(plan.look.every(({ problems }) => problems.length > 0)).toBe(true)
      expect(named.size + riders.size > 0).toBe(said.length > 0)
      for (const { riderKey } of [...plan.lessons, ...plan.packages, ...plan.payments, ...plan.notes])
        expect(riders.has(riderKey)).toBe(true)
      for (const { guardianKey } of plan.people)
        expect(guardianKey === null || plan.people.some(({ key }) => key === guardianKey)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('Five thousand rows are planned', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => [
    `Rider${i} Name${i % 900}`,
    `Parent${i % 2500} Name${i % 900}`,
    `p${i % 2500}@x.example`,
    'Tue',
    `${9 + (i % 8)}:00`,
    '$10.50',
    '1',
  ])
  const plan = planOf([['Rider', 'Parent', 'Email', 'Day', 'Time', 'Paid', 'Notes'], ...rows])
  expect(plan.riders.all).toBe(5000)
})

describe('A guardian without an email', () => {
  const facts = { phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
  const dora = { id: 'dora', first: 'Dora', last: 'Quill', email: null, guardianId: null, ...facts }
  const rows = linesOf(
    'Rider,Guardian,Email\nPip Quill,Dora Quill,dora@quill.example\nAda Quill,Dora Quill,dora@quill.example',
  )

  test('gets the one of the file, once for all its rows', () => {
    const plan = planOf(rows, {}, { ...EMPTY, people: [dora] })
    expect(looks(plan)).toEqual([])
    expect(plan.people.map(({ id, email, guardianKey }) => [id, email, guardianKey])).toEqual([
      ['dora', 'dora@quill.example', null],
      [null, null, 'dora'],
      [null, null, 'dora'],
    ])
  })

  test('gets none that a rider has who has a guardian', () => {
    const pip = { ...dora, id: 'pip', first: 'Kim', email: 'dora@quill.example', guardianId: 'other' }
    const plan = planOf(rows, {}, { ...EMPTY, people: [dora, pip] })
    const why = 'email: A rider who has a guardian has this email already'
    expect(looks(plan)).toEqual([
      [2, why],
      [3, why],
    ])
    expect(plan.people).toEqual([])
  })

  test('moves in and is named, an adult who rides alone too, and a later row may give the email', () => {
    const csv = [
      'Rider,Guardian,Email,Phone,DOB',
      'Pip Quill,Dora Quill,,555-011-0101,',
      'Ada Quill,Dora Quill,,555-011-0101,',
      'Sam Quill,Dora Quill,,555-011-0199,',
      'Ivy Lone,Ivy Lone,,,1/2/1980',
      'Kid Lone,Kid Lone,,,1/2/2020',
      'Ben Ruiz,Ana Ruiz,,,',
      'Eva Ruiz,Ana Ruiz,ana@ruiz.example,,',
    ]
    const plan = planOf(linesOf(csv.join('\n')))
    expect(looks(plan)).toEqual([[6, 'guardian: Kid Lone is under 13 and has no guardian']])
    const accounts = plan.people.filter(({ guardianKey }) => guardianKey === null)
    expect(accounts.map(({ name, email, phone, rides }) => [name.first, email, phone, rides])).toEqual([
      ['Dora', null, '(555) 011-0101', false],
      ['Dora', null, '(555) 011-0199', false],
      ['Ivy', null, null, true],
      ['Ana', 'ana@ruiz.example', null, false],
    ])
    const says = 'Quill has no email, so you do everything for this family'
    expect(plan.remarks).toEqual([
      { row: 2, text: `Dora ${says}` },
      { row: 4, text: `Dora ${says}` },
      { row: 5, text: 'Ivy Lone has no email, so you do everything for this family' },
    ])
  })

  test('is another family than one of the name that was removed', () => {
    const plan = planOf(rows, {}, { ...EMPTY, people: [{ ...dora, gone: true }] })
    expect(looks(plan)).toEqual([])
    expect(plan.people.map(({ id }) => id)).toEqual([null, null, null])
  })

  describe('whose family was moved in and corrected here since', () => {
    const nothing = { email: null, phone: null, birthDate: null, level: null, weightLb: null }
    const none = { lessons: [], payments: [], notes: [], month: '2026-11', package: null, used: null }
    const said = (name: string, guardian: string | null, phone: string | null = null): Said => ({
      ...none,
      name,
      guardian,
      facts: { ...nothing, phone },
    })
    const pip = { ...dora, id: 'pip', first: 'Pip', guardianId: 'dora' }
    const again = (people: School['people'], files: Record<string, Said>, csv: string) =>
      planOf(
        linesOf(`Rider,Guardian,Email,Phone\n${csv}`),
        {},
        { ...EMPTY, people, said: new Map(Object.entries(files)) },
      )
    const ids = ({ people }: Plan) => people.map(({ id }) => id)
    const files = { dora: said('dora quil', null, '(555) 011-0101'), pip: said('pip quill', 'dora') }

    test('is known by the name and the phone of the file', () => {
      const here = { ...dora, phone: '(555) 011-0199' }
      const plan = again([here, pip], files, 'Pip Quill,Dora Quil,,555-011-0101')
      expect([looks(plan), ids(plan)]).toEqual([[], ['dora', 'pip']])
      expect(plan.changedHere.map(({ name, text }) => `${name} ${text}`)).toEqual([
        'Dora Quill has the phone (555) 011-0199 here. The file says (555) 011-0101',
      ])
      const renamed = again([{ ...here, email: 'dora@quill.example' }, pip], files, 'Pip Quill,Dora Quil,,')
      expect([looks(renamed), ids(renamed)]).toEqual([[], ['dora', 'pip']])
    })

    test('is the account that it was merged into, with riders who have another name by now', () => {
      const gone = { ...dora, last: 'Quil', gone: true, mergedInto: 'sam' }
      const people = [gone, { ...dora, id: 'sam', first: 'Sam' }, { ...pip, first: 'Pippa', guardianId: 'sam' }]
      const plan = again(people, files, 'Pip Quill,Dora Quil,,')
      expect([looks(plan), ids(plan)]).toEqual([[], ['sam', 'pip']])
    })

    test('rides in another family by now, which the row is to name', () => {
      const people = [
        { ...dora, id: 'sam', first: 'Sam' },
        { ...dora, guardianId: 'sam' },
      ]
      const lone = { dora: said('dora quill', null) }
      const field = 'guardian: Dora Quill rides in Sam Quill’s family here. Enter Sam Quill as the guardian'
      expect(looks(again(people, lone, 'Dora Quill,Dora Quill,,'))).toEqual([[2, field]])
      expect(looks(again(people, lone, 'Dora Quill,Dora Quill,new@quill.example,'))).toHaveLength(1)
      const named = again(people, lone, 'Dora Quill,Sam Quill,,')
      expect([looks(named), ids(named)]).toEqual([[], ['sam', 'dora']])
    })
  })
})

describe('A list of horses', () => {
  const horse = { maxWeightLb: null, minLevel: null, dayLimit: 3, weekLimit: 14, gone: false }
  const horses = (csv: string, school: Partial<School> = {}) => planOf(linesOf(csv), {}, { ...EMPTY, ...school })

  test('is read with weights, levels, and limits as people write them, and its names are not riders', () => {
    const plan = horses(
      'Name,Max weight,Level,Rides a day,Rides per week\nBella,180 lbs,Any,3,no limit\nComet,82 kg,Nov.,2 rides,',
    )
    expect([looks(plan), plan.people, plan.riders]).toEqual([[], [], { all: 0, ready: 0 }])
    expect(plan.horses).toEqual([
      { name: 'Bella', maxWeightLb: 180, minLevel: null, dayLimit: 3, weekLimit: 0, known: false, there: false },
      { name: 'Comet', maxWeightLb: 181, minLevel: 'novice', dayLimit: 2, weekLimit: null, known: false, there: false },
    ])
    const { horses: names, ready, isSame } = wouldBe(plan, '2026-11')
    expect([names, ready, isSame]).toEqual([
      ['Bella (up to 180 lb, 3 a day)', 'Comet (up to 181 lb, from Novice, 2 a day)'],
      '2 horses',
      false,
    ])
  })

  test('names what it says wrong or twice, and the field that corrects it', () => {
    const plan = horses(
      'Horse,Max rider weight,For riders from,Max per day\nBella,heavy,Expert,120\nComet,180,,\nCOMET,170,,\nComet,,Beginner,',
    )
    expect(looks(plan)).toEqual([
      [
        2,
        'horseWeight: “heavy” is no weight',
        'horseLevel: “Expert” is no level: it is Beginner, Novice, Intermediate, or Advanced',
        'horseDay: At most 99',
      ],
      [4, 'horseWeight: Row 3 says otherwise of COMET'],
    ])
    expect(plan.horses.map(({ name, maxWeightLb, minLevel }) => [name, maxWeightLb, minLevel])).toEqual([
      ['Comet', 180, 'beginner'],
    ])
  })

  test('leaves the horses that the school has as they are, and brings back one that was removed', () => {
    const known = [
      { ...horse, name: 'Bella' },
      { ...horse, name: 'Comet', gone: true },
    ]
    const plan = horses('Horse,Max per day\nbella,4\nComet,3', { horses: known })
    expect(plan.remarks).toEqual([{ row: 2, text: 'Bella is here already and keeps the limits under Manage Horses' }])
    expect(plan.horses.map(({ name, known, there }) => [name, known, there])).toEqual([
      ['Bella', true, true],
      ['Comet', true, false],
    ])
    expect(wouldBe(plan, '2026-11').horses).toEqual(['Comet (back)'])
    expect(wouldBe(horses('Horse\nBella', { horses: known }), '2026-11').isSame).toBe(true)
  })

  test('may be in the list of students, of whom each row names one', () => {
    const plan = horses(
      'Rider,Guardian,Email,Day,Time,Horse\nAva Ruiz,Dana Ruiz,dana@ruiz.example,Tue,4 PM,Peanut\n,,,,,Star',
    )
    expect([looks(plan), plan.riders]).toEqual([[], { all: 1, ready: 1 }])
    expect(plan.horses.map(({ name }) => name)).toEqual(['Peanut', 'Star'])
  })
})

test('A list of instructors makes instructors, each once, and a row that names nobody needs a look', () => {
  const plan = planOf(linesOf('Instructor,Note\nKelly,\nMarcus Bell,\nMARCUS BELL,again\n,lost'))
  expect(plan.instructors).toEqual([{ first: 'Marcus', last: 'Bell' }])
  expect(looks(plan)).toEqual([[5, 'rider: The row names no rider']])
  expect(wouldBe(plan, '2026-11').ready).toBe('1 instructor')
})

test('Waivers on paper are read with their day, once a rider, and not of who has none or has signed', () => {
  const rows = [
    'Ava Ruiz,Dana Ruiz,dana@ruiz.example,3/2/2026',
    'Ava Ruiz,Dana Ruiz,dana@ruiz.example,"Mar 2, 2026"',
    'Ben Ruiz,Dana Ruiz,dana@ruiz.example,None',
    'Cy Ruiz,Dana Ruiz,dana@ruiz.example,yes',
    'Di Ruiz,Dana Ruiz,dana@ruiz.example,12/24/2026',
    'Ava Ruiz,Dana Ruiz,dana@ruiz.example,3/3/2026',
  ]
  const plan = planOf(linesOf(['Rider,Guardian,Email,Waiver signed', ...rows].join('\n')))
  expect(looks(plan)).toEqual([
    [5, 'waiver: “yes” is no day: enter the one on the paper, or leave it blank'],
    [6, 'waiver: This day has not come yet'],
    [7, 'waiver: Another row says Mar 2, 2026'],
  ])
  expect(plan.waivers.map(({ paperOn, there }) => [paperOn, there])).toEqual([['2026-03-02', false]])
  expect(wouldBe(plan, '2026-11').waivers).toBe(1)
  const dana = { email: 'dana@ruiz.example', phone: null, birthDate: null, level: null, weightLb: null }
  const people = [
    { ...dana, id: 'd', first: 'Dana', last: 'Ruiz', guardianId: null, gone: false, mergedInto: null },
    { ...dana, email: null, id: 'a', first: 'Ava', last: 'Ruiz', guardianId: 'd', gone: false, mergedInto: null },
  ]
  const again = planOf(
    linesOf(`Rider,Guardian,Email,Waiver signed\n${rows[0]}`),
    {},
    { ...EMPTY, people, signed: new Set(['a']) },
  )
  expect(again.waivers).toMatchObject([{ riderKey: 'a', there: true }])
  expect(wouldBe(again, '2026-11').isSame).toBe(true)
})

test('A lesson that a file brings more students to than it has spots is named, and the file may be moved in', () => {
  const place = { weekday: 2, time: '16:00', type: 'Private Lesson', duration: 30, instructorId: null, spots: 2 }
  const places = ['b', 'c'].map((riderId, id) => ({ ...place, id, riderId, startDate: '2026-01-06', endDate: null }))
  const rows = ['Ann Fox,ann@fox.example,Tue,4:00 PM', 'Bea Fox,bea@fox.example,Wed,4:00 PM']
  const file = (...more: string[]) =>
    linesOf(
      ['Rider,Email,Day,Time,Type', ...rows, ...more]
        .map((row) => (row.includes('Type') ? row : `${row},Private Lesson`))
        .join('\n'),
    )
  const text = 'The Private Lesson on Tuesday 4:00 PM has 2 spots, and 3 students would ride in it'
  const plan = planOf(file(), {}, { ...EMPTY, places })
  expect(plan.remarks).toEqual([{ row: 2, text }])
  expect(looks(plan)).toEqual([])
  expect(planOf(file(), {}, { ...EMPTY, places: places.slice(1) }).remarks).toEqual([])
  const ofType = planOf(file('Cal Fox,cal@fox.example,Wed,4:00 PM'), {}, { ...EMPTY, places: [] })
  expect(ofType.remarks).toEqual([
    { row: 3, text: 'The Private Lesson on Wednesday 4:00 PM has 1 spot, and 2 students would ride in it' },
  ])
})
