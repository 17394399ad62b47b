import { describe, expect, test } from 'vitest'
import { pagesOfMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { prisma } from '~/platform/db.server'
import { loader as dayHorses } from '~/routes/office/day/day-horses'
import { loader as donationLink } from '~/routes/office/donations/link'
import { loader as horseRiders } from '~/routes/office/horses/fits/horse-riders'
import { loader as tracking } from '~/routes/office/horses/tracking'
import { loader as newRide } from '~/routes/office/lessons/new/new-ride'
import AddStudentToLesson, { loader as addRider, action as addRiders } from '~/routes/office/lessons/rider/add-rider'
import { loader as studentsFile } from '~/routes/office/students/export'
import LessonWaitlist, { loader as waitlist } from '~/routes/office/waitlist/lesson-waitlist'
import { addDays, toDbDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { horse, openOffice, rider } from '../../../test/factories'
import { rendered } from '../../../test/rendered'

const MONDAY = '2026-11-23'
const HOURS = Array.from({ length: 13 }, (_, i) => `${String(7 + i).padStart(2, '0')}:00`)

/** Thirteen lessons with twelve riders each, every day: 156 rides, each with its horse. */
const { office } = await openOffice('2026-11-25T17:00:00Z')
const riders = await Promise.all(
  Array.from({ length: 12 }, async (_, i) => (await rider({ firstName: `Rider ${10 + i}` })).id),
)
const horses = await Promise.all(riders.map((_, i) => horse(`Horse ${10 + i}`)))
const seats = riders.flatMap((studentId, i) => HOURS.map((time) => ({ studentId, i, time })))
await prisma.horse.updateMany({ data: { dayLimit: 0, weekLimit: 0 } })
await prisma.weeklyPlace.createMany({
  data: seats.flatMap(({ studentId, time: scheduledTime }) =>
    [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => {
      return { studentId, dayOfWeek, scheduledTime, lessonType: 'Group Lesson', startDate: toDbDate('2026-11-01') }
    }),
  ),
})
await prisma.horseUsage.createMany({
  data: [MONDAY, addDays(MONDAY, 1)].flatMap((day) =>
    seats.map(({ studentId, i, time: lessonTime }) => ({
      ...{ studentId, lessonTime, studentName: `Rider ${i}`, lessonType: 'Group Lesson', usageDate: toDbDate(day) },
      ...{ horseId: horses[i]?.id ?? 0, horseName: horses[i]?.name ?? '' },
    })),
  ),
})

/** Returns the target of a `Link` with `rel="next"`. */
const nextOf = ({ headers }: { headers: Headers }) => /^<(.*)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1]

/** Returns all pages of a call. */
async function allOf(first: string) {
  const pages = []
  for (let path: string | undefined = first; path; ) {
    const answer = await office.api(path)
    expect(answer.status).toBe(200)
    pages.push(answer.body)
    path = nextOf(answer)
  }
  return pages
}

describe('Lists that grow with time have pages', () => {
  test('A long list of rides ends after a whole day, and the answer links to the remaining days', async () => {
    const pages = await allOf('/api/admin/lessons?startDate=2026-11-01&endDate=2026-12-31')
    expect(pages.map((rides) => rides.length)).toEqual([12, 12, 12, 12, 12, 1].map((days) => days * 156))
    const rides = pages.flat()
    expect(new Set(rides.map(({ id }) => id)).size).toBe(61 * 156)
    expect(pages.slice(0, 2).map((page) => [page[0].date, page.at(-1).date])).toEqual([
      ['2026-11-01', '2026-11-12'],
      ['2026-11-13', '2026-11-24'],
    ])
    expect(nextOf(await office.api('/api/admin/lessons?startDate=2026-11-01&endDate=2026-11-12'))).toBeUndefined()
  })

  test('Payments come in pages of five hundred, newest first, each of them once', async () => {
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 3)))
    await prisma.paymentTransaction.createMany({
      data: Array.from({ length: 1_100 }, (_, n) => ({
        ...{ userId: riders[n % 2] ?? '', stripePaymentIntentId: `pi_${n}`, amount: 10, description: 'Lesson' },
        ...{ status: 'succeeded', rawStatus: 'succeeded', providerCreatedAt: at(n) },
      })),
    })
    const pages = await allOf('/api/admin/payment-transactions')
    expect(pages.map((page) => page.length)).toEqual([500, 500, 100])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 1_100 }, (_, i) => `pi_${1_099 - i}`))
    const [one, two] = await allOf(`/api/admin/payment-transactions?studentId=${riders[0]}`)
    expect([one.length, two.length]).toEqual([500, 50])
    expect((await office.api('/api/admin/payment-transactions?before=999999999')).status).toBe(404)
  })

  test.each(['all', 'open'])('Makeups (%s) come in pages of five hundred, each of them once', async (show) => {
    await prisma.makeup.deleteMany()
    await prisma.makeup.createMany({
      data: Array.from({ length: 1_100 }, (_, n) => ({
        ...{ studentId: riders[n % 2] ?? '', byId: riders[n % 2] ?? '', why: 'office', reason: 'The pony was lame' },
        ...{
          lessonType: 'Group Lesson',
          validFrom: toDbDate(MONDAY),
          validTo: toDbDate(addDays(MONDAY, 7 + (n % 90))),
        },
      })),
    })
    const pages = await allOf(`/api/admin/makeups?show=${show}`)
    expect(pages.map((page) => page.length)).toEqual([500, 500, 100])
    const rows = pages.flat()
    const before = (a: { id: number; until: string }, b: { id: number; until: string }) =>
      show === 'all' ? b.id - a.id : a.until.localeCompare(b.until) || a.id - b.id
    expect(rows).toEqual([...rows].sort(before))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1_100)
    const [one, two] = await allOf(`/api/admin/makeups?show=${show}&studentId=${riders[0]}`)
    expect([one.length, two.length]).toEqual([500, 50])
    expect((await office.api('/api/admin/makeups?after=999999999')).status).toBe(404)
  })

  test.each(['all', 'open'] as const)(
    'A file of makeups (%s) has every one, though one is undone while it is written',
    async (filter) => {
      const pages = pagesOfMakeups({ today: '2026-11-25', filter })
      const first = (await pages.next()).value ?? []
      await prisma.makeup.delete({ where: { id: first.at(-1)?.id ?? 0 } })
      const left = await prisma.makeup.count()
      const others = []
      for await (const page of pages) others.push(...page)
      expect([first.length, others.length]).toEqual([500, left - 499])
    },
  )

  test('Donations come in pages of five hundred, newest first, each of them once', async () => {
    await prisma.donation.createMany({
      data: Array.from({ length: 1_100 }, (_, n) => ({
        ...{ zeffyId: `d${n}`, amount: 25, status: 'completed' },
        donatedAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 3))),
      })),
    })
    const pages = await allOf('/api/donations')
    expect(pages.map((page) => page.length)).toEqual([500, 500, 100])
    const ids = pages.flat().map(({ zeffyId }) => zeffyId)
    expect(ids).toEqual(Array.from({ length: 1_100 }, (_, i) => `d${1_099 - i}`))
    expect((await office.api('/api/donations?before=999999999')).status).toBe(404)
  })

  test('Students come in pages of five hundred by last name, each of them once, from both addresses and in the file', async () => {
    await prisma.user.createMany({
      data: Array.from({ length: 600 }, (_, n) => ({
        ...{ id: `many-${n}`, password: 'none', email: `many-${n}@stirrup.example` },
        // The same names many times, and some without one.
        ...{ firstName: n % 3 ? 'Ann' : null, lastName: n % 50 ? `Élan ${n % 7}` : null },
      })),
    })
    for (const path of ['/api/admin/students', '/api/admin/students-monthly?month=2026-10']) {
      const pages = await allOf(path)
      expect(pages.map((page) => page.length)).toEqual([500, 112])
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(612)
      const names = pages.flat().map(({ lastName }) => lastName ?? '')
      const first = names.indexOf('Élan 0')
      expect(names.slice(first, first + 84)).toEqual(Array.from({ length: 84 }, () => 'Élan 0'))
    }
    const file = (await office.get(studentsFile, '/students/export')).body.trim().split('\r\n')
    expect(file).toHaveLength(1 + 612)
    expect((await office.api('/api/admin/students?after=nobody')).status).toBe(404)
    await prisma.user.deleteMany({ where: { id: { startsWith: 'many-' } } })
  })

  test('The rides of a week’s horses come in pages of three hundred, by horse and then by time', async () => {
    const [first, second, past] = await Promise.all(
      [1, 2, 3].map(async (page) => (await office.get(tracking, `/horses/tracking?week=${MONDAY}&page=${page}`)).body),
    )
    expect([first.count, first.pages, first.rides.length, second.rides.length, past.rides.length]).toEqual([
      312, 2, 300, 12, 0,
    ])
    const rides = [...first.rides, ...second.rides].map(({ horse, date, time }) => `${horse} ${date} ${time}`)
    expect(rides).toEqual([...rides].sort())
    expect(new Set(rides).size).toBe(312)
  })

  test('A day’s horses are chosen for some of its lessons at a time, considering the horses of the others', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async (page) => (await office.get(dayHorses, `/admin/day/horses?date=${MONDAY}&page=${page}`)).body),
    )
    expect([first.pages, first.plan.rides.length, second.plan.rides.length]).toEqual([2, 120, 36])
    expect([first.plan.others.length, second.plan.others.length]).toEqual([36, 120])
    const shown = [...first.plan.rides, ...second.plan.rides]
    expect(new Set(shown.map(({ key }) => key)).size).toBe(156)
  })
})

describe('A choice of students', () => {
  const slot = { date: MONDAY, time: '07:00', type: 'Group Lesson' }
  const many = (count: number) =>
    prisma.user.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        ...{ id: `chosen-${n}`, password: 'none', email: `chosen-${n}@stirrup.example`, firstName: 'Mia' },
        lastName: `Stone ${String(n).padStart(3, '0')}`,
      })),
    })
  const asked = [
    ['Add Student to Lesson', addRider, paths.addToLesson(slot), slot],
    ['Add New Ride', newRide, paths.newRide(), {}],
    ['Waitlist', waitlist, paths.lessonWaitlist(slot), slot],
    ['Riders for a Horse', horseRiders, paths.horseRiders(horses[0]?.id ?? 0), { id: String(horses[0]?.id) }],
    ['Create Donation Link', donationLink, paths.donationLink(), {}],
  ] as const
  const idsOf = ({ students, riders }: Record<string, { id: string }[]>) =>
    (students ?? riders ?? []).map(({ id }) => id)

  test.each(asked)(
    '%s lists all up to three hundred, and beyond that what a search finds',
    async (_, loader, path, params) => {
      await prisma.user.deleteMany({ where: { id: { startsWith: 'chosen-' } } })
      await many(200)
      const few = idsOf((await office.get(loader, path, params)).body)
      expect(few).toEqual(expect.arrayContaining(['chosen-0', 'chosen-199']))
      await prisma.user.deleteMany({ where: { id: { startsWith: 'chosen-' } } })
      await many(420)
      const cut = (await office.get(loader, path, params)).body
      expect(idsOf(cut).length).toBeLessThanOrEqual(301)
      expect(idsOf(cut).length).toBeGreaterThan(280)
      const found = (await office.get(loader, `${path}?search=mia+stone+419`, params)).body
      expect([idsOf(found), found.search]).toEqual([['chosen-419'], 'mia stone 419'])
    },
  )

  test('The student whom an address names is in the list, wherever the name is in the alphabet', async () => {
    for (const [loader, path, params] of [
      [addRider, paths.addToLesson(slot, { student: 'chosen-419' }), slot],
      [newRide, paths.newRide({ student: 'chosen-419' }), {}],
    ] as const) {
      expect(idsOf((await office.get(loader, path, params)).body)).toContain('chosen-419')
    }
  })

  test('A student whom an address names stays chosen when the form is refused', async () => {
    const [path, body] = [paths.addToLesson(slot, { student: 'chosen-419' }), { riderId: 'chosen-419', scope: '' }]
    const screen = await rendered(AddStudentToLesson, (await office.get(addRider, path, slot)).body)
    const sentTo = (/action="(\/admin\/lessons\/[^"]*)"/.exec(screen)?.[1] ?? '').replaceAll('&amp;', '&')
    expect((await office.post(addRiders, sentTo, body, slot)).status).toBe(400)
    expect(idsOf((await office.get(addRider, sentTo, slot)).body)).toContain('chosen-419')
  })

  test('A search that finds nobody does not say that the school has no students', async () => {
    const lost = (await office.get(waitlist, `${paths.lessonWaitlist(slot)}?search=nobody`, slot)).body
    const screen = await rendered(LessonWaitlist, lost)
    expect(screen).toContain('No students match your search.')
    expect(screen).not.toContain('No students yet')
    const add = (await office.get(addRider, `${paths.addToLesson(slot)}?search=nobody`, slot)).body
    expect(await rendered(AddStudentToLesson, add)).toContain('No students match your search.')
  })

  test('Whoever has a makeup for a lesson is offered it, wherever the name is in the alphabet', async () => {
    await prisma.makeup.deleteMany()
    const makeup = { byId: riders[0] ?? '', why: 'office', reason: 'The pony was lame', lessonType: slot.type }
    const days = { validFrom: toDbDate(MONDAY), validTo: toDbDate(addDays(MONDAY, 30)) }
    await prisma.makeup.create({ data: { ...makeup, ...days, studentId: 'chosen-419' } })
    const evening = { ...slot, date: addDays(MONDAY, 4) }
    const { body } = await office.get(addRider, paths.addToLesson(evening), evening)
    expect(body.makeups).toMatchObject([{ riderId: 'chosen-419' }])
    await prisma.user.update({ where: { id: 'chosen-419' }, data: { hiddenAt: new Date() } })
    expect((await office.get(addRider, paths.addToLesson(evening), evening)).body.makeups).toEqual([])
  })
})
