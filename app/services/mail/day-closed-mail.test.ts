import { beforeEach, expect, test } from 'vitest'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { prisma } from '~/platform/db.server'
import { openOffice, rider, weeklyPlace } from '../../../test/factories'
import { emptySchedule } from '../../../test/schedule'
import { closeDayAndTell, closeDaysAndTell, undoAndTell } from './day-closed-mail.server'

const tuesday = '2026-11-24'
const snow = { from: null, reason: 'Snow' }
let parent: string
let tom: string

const { officeId: office } = await openOffice('2026-11-23T15:00:00Z')

/** Pat rides at nine, her children Lea and Max at four, and Tom has an address of his own. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.outboxEmail.deleteMany()
  const pat = await rider({ firstName: 'Pat', lastName: 'Young' })
  parent = pat.email ?? ''
  const child = { email: null, password: null, lastName: 'Young', guardianId: pat.id }
  const [lea, max] = [await rider({ ...child, firstName: 'Lea' }), await rider({ ...child, firstName: 'Max' })]
  const other = await rider({ firstName: 'Tom', lastName: 'Hill' })
  tom = other.email ?? ''
  await weeklyPlace({ riderId: pat.id, startDate: '2026-11-03', time: '09:00', type: 'Hack' })
  for (const { id } of [lea, max, other]) await weeklyPlace({ riderId: id, startDate: '2026-11-03' })
})

const mails = () =>
  prisma.outboxEmail.findMany({ orderBy: { id: 'asc' }, select: { id: true, recipient: true, subject: true } })
const sent = (recipient: string) =>
  prisma.outboxEmail.updateMany({ where: { recipient }, data: { sentAt: new Date(), attempts: 1 } })

test('A family of several riders is notified once, with each ride, the reason and how long the makeups are valid', async () => {
  expect(await closeDayAndTell(office, tuesday, snow)).toMatchObject({ rides: 4, told: 2, unreached: [] })
  const all = await prisma.outboxEmail.findMany({ orderBy: { recipient: 'asc' } })
  expect(all.map(({ recipient }) => recipient).sort()).toEqual([parent, tom].sort())
  const mail = all.find(({ recipient }) => recipient === parent)
  expect(mail?.subject).toBe('Canceled: your lessons on Tuesday, Nov 24, 2026')
  expect(mail?.text).toContain(`No lesson on Tuesday, Nov 24, 2026

Hi Pat,

We're sorry, but we had to cancel:

Pat Young: 9:00 AM Hack
Lea Young: 4:00 PM Group Lesson
Max Young: 4:00 PM Group Lesson
Reason: Snow

You won't be charged. You have a makeup lesson for each of them, to use by Dec 31, 2026.
`)
})

test('A holiday without makeup lessons says so, except for a makeup that was promised before', async () => {
  const holiday = { from: null, reason: 'Thanksgiving', noMakeups: true }
  const { id } = await prisma.user.findFirstOrThrow({
    where: { firstName: 'Lea' },
    orderBy: { createdAt: 'desc' },
  })
  const ride = { date: tuesday, time: '16:00', type: 'Group Lesson' }
  await markAttendance(office, { riderId: id, ...ride }, { attendance: 'reschedule' })
  const { changes } = await closeDayAndTell(office, tuesday, holiday)
  const sentences = async () =>
    (await prisma.outboxEmail.findMany({ orderBy: { recipient: 'asc' } })).map(
      ({ recipient, text }) => `${recipient === tom ? 'Tom' : 'Pat'}: ${/You won't be charged\. (.*)/.exec(text)?.[1]}`,
    )
  expect((await sentences()).sort()).toEqual([
    'Pat: You have one makeup lesson that you had before, to use by Dec 31, 2026. There are no others.',
    'Tom: There is no makeup lesson for it.',
  ])
  expect(await prisma.makeup.count()).toBe(1)
  await undoAndTell(office, changes)
  expect(await mails()).toEqual([])
})

test('A closing that is undone before its emails were sent notifies nobody', async () => {
  const { changes } = await closeDayAndTell(office, tuesday, snow)
  expect(await undoAndTell(office, changes)).toMatchObject({ told: 0, withdrawn: 2 })
  expect(await mails()).toEqual([])
})

test('Families who were notified of a closed day get one email that the lessons take place after all', async () => {
  const { changes } = await closeDayAndTell(office, tuesday, snow)
  await sent(parent)
  const undone = await undoAndTell(office, changes)
  expect(undone).toMatchObject({ told: 1, withdrawn: 1 })
  const list = await mails()
  expect(list.map(({ recipient, subject }) => `${recipient} ${subject}`)).toEqual([
    `${parent} Canceled: your lessons on Tuesday, Nov 24, 2026`,
    `${parent} Not canceled: your lessons on Tuesday, Nov 24, 2026`,
  ])
  const { text } = await prisma.outboxEmail.findUniqueOrThrow({ where: { id: list[1]?.id ?? 0 } })
  expect(text).toContain("They're back on, so no makeup lesson is needed.")
  expect(text).toContain('Lea Young: 4:00 PM Group Lesson')

  // Closed again at once: families who know of the closing need not hear that it was undone.
  expect(await undoAndTell(office, undone.changes)).toMatchObject({ told: 1, withdrawn: 1 })
  expect((await mails()).map(({ recipient, subject }) => [recipient, subject.slice(0, 8)])).toEqual([
    [parent, 'Canceled'],
    [tom, 'Canceled'],
  ])
})

test('An email that was tried may have arrived, so its family is notified that the lessons take place', async () => {
  const { changes } = await closeDayAndTell(office, tuesday, snow)
  await prisma.outboxEmail.updateMany({ where: { recipient: tom }, data: { attempts: 1 } })
  expect(await undoAndTell(office, changes)).toMatchObject({ told: 1, withdrawn: 2 })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([tom])
})

test('A closing that is refused notifies nobody', async () => {
  await closeDayAndTell(office, tuesday, snow)
  await prisma.outboxEmail.deleteMany()
  await expect(closeDayAndTell(office, tuesday, snow)).rejects.toThrow('There are no lessons')
  expect(await mails()).toEqual([])
})

const winter = { from: null, reason: 'Winter break' }

test('Each family gets one email about a break, with the rides of every day and how long each makeup is valid', async () => {
  const weeks = { date: '2026-12-22', through: '2027-01-05' }
  expect(await closeDaysAndTell(office, weeks, winter)).toMatchObject({ days: 3, rides: 12, told: 2 })
  const mail = await prisma.outboxEmail.findFirstOrThrow({ where: { recipient: tom } })
  expect(mail.subject).toBe('Canceled: your lessons from Dec 22, 2026 through Jan 5, 2027')
  expect(mail.text).toContain(`No lessons from Dec 22, 2026 through Jan 5, 2027

Hi Tom,

We're sorry, but we had to cancel:

Tom Hill: Tuesday, Dec 22, 2026, 4:00 PM Group Lesson
Tom Hill: Tuesday, Dec 29, 2026, 4:00 PM Group Lesson
Tom Hill: Tuesday, Jan 5, 2027, 4:00 PM Group Lesson
Reason: Winter break

You won't be charged. You have a makeup lesson for each of them, to use the ones in December by Jan 31, 2027, the ones in January by Feb 28, 2027.
`)
})

test('A single reopened day of a break gets its own email, unless it is closed again before that was sent', async () => {
  const { changes } = await closeDaysAndTell(office, { date: '2026-12-22', through: '2026-12-29' }, winter)
  const undone = await undoAndTell(office, changes.slice(0, 1))
  expect(undone).toMatchObject({ told: 2, withdrawn: 0 })
  const told = (await mails()).map(({ recipient, subject }) => `${recipient} ${subject}`)
  expect(told.sort()).toEqual(
    [
      `${parent} Canceled: your lessons from Dec 22, 2026 through Dec 29, 2026`,
      `${parent} Not canceled: your lessons on Tuesday, Dec 22, 2026`,
      `${tom} Canceled: your lessons from Dec 22, 2026 through Dec 29, 2026`,
      `${tom} Not canceled: your lesson on Tuesday, Dec 22, 2026`,
    ].sort(),
  )
  expect(await undoAndTell(office, undone.changes)).toMatchObject({ told: 0, withdrawn: 2 })
  expect(await undoAndTell(office, changes.slice(1))).toMatchObject({ told: 2 })
})

test('A break that is undone before its emails went out notifies nobody, and one that was sent is canceled in one email', async () => {
  const weeks = { date: '2026-12-22', through: '2026-12-29' }
  const first = await closeDaysAndTell(office, weeks, winter)
  expect(await undoAndTell(office, first.changes)).toMatchObject({ told: 0, withdrawn: 2 })
  const { changes } = await closeDaysAndTell(office, weeks, winter)
  await sent(tom)
  expect(await undoAndTell(office, changes)).toMatchObject({ told: 1, withdrawn: 1 })
  expect((await mails()).map(({ recipient, subject }) => `${recipient} ${subject}`)).toEqual([
    `${tom} Canceled: your lessons from Dec 22, 2026 through Dec 29, 2026`,
    `${tom} Not canceled: your lessons from Dec 22, 2026 through Dec 29, 2026`,
  ])
})
