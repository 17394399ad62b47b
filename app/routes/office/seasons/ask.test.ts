import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveOwnWishes } from '~/models/schedule/season/family-wishes.server'
import { addSeason, findSeason } from '~/models/schedule/season/season.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { emptyTables, openOffice, rider, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { Visitor } from '../../../../test/visitor'
import AskFamilies, { action, loader } from './ask'

const TYPE = 'Group Lesson'
const settings = getEnv() as { smtpUrl: string | undefined; mode: string }
const { smtpUrl, mode } = settings
let office: Visitor
let id: number
let dana: { id: string; email: string | null }
let ava: string
let max: string

beforeEach(async () => {
  await emptyTables()
  ;({ office } = await openOffice('2026-12-10T15:00:00Z'))
  dana = await rider({ firstName: 'Dana', lastName: 'Novak', email: 'dana@novak.example', ridesToo: false })
  const child = { lastName: 'Novak', email: null, password: null, guardianId: dana.id }
  ava = (await weeklyRider({ ...child, firstName: 'Ava' }, { time: '16:30' })).id
  max = (await weeklyRider({ ...child, firstName: 'Max' })).id
  id = await addSeason({ name: 'Spring', startsOn: '2027-01-05' })
})
afterEach(() => {
  setClock(null)
  Object.assign(settings, { smtpUrl, mode })
})

const params = () => ({ season: String(id) })
const look = (who = office) => who.get(loader, paths.askAboutSeason(id), params())
const ask = (through: string, who = office) => who.post(action, paths.askAboutSeason(id), { through }, params())
const toast = async () => (await office.page()).toast
const letters = () => prisma.outboxEmail.findMany({ where: { kind: 'season-asked' }, orderBy: { id: 'asc' } })
const answer = (userId: string, ...riders: string[]) =>
  saveOwnWishes(
    userId,
    id,
    riders.map((one) => ({ rider: one, type: TYPE, times: ['2 16:00'] })),
  )

test('Each family gets one letter about all of its riders, also if two desks ask at once', async () => {
  await weeklyRider({ firstName: 'Ben', lastName: 'Hill', email: 'ben@hill.example' })
  await weeklyRider({ firstName: 'Cy', lastName: 'Low', email: null, password: null })
  await rider({ firstName: 'Tom', email: 'tom@hill.example' })
  await weeklyRider({ firstName: 'Gone', hiddenAt: new Date() })
  const dialog = await look()
  expect(dialog.body).toMatchObject({ families: 2, unreached: ['Cy Low'], through: '2026-12-24', wasAsked: false })
  const shown = await rendered(AskFamilies, dialog.body)
  expect(shown).toContain('2 families get an email')
  expect(shown).toContain('No email on file: Cy Low.')

  const [first] = await Promise.all([ask('2026-12-18'), ask('2026-12-18')])
  expect([first?.status, first?.headers.get('location')]).toEqual([302, paths.season(id)])
  expect((await findSeason(id)).askedThrough).toBe('2026-12-18')
  const sent = await letters()
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['ben@hill.example', 'dana@novak.example'])
  const letter = sent.find(({ recipient }) => recipient === 'dana@novak.example')
  expect(letter?.text).toContain('Riders: Ava Novak, Max Novak')
  expect(letter?.text).toContain(`${getEnv().appUrl}${paths.nextSeason(id)}`)
  expect(letter?.sendUntil).toEqual(new Date('2026-12-19T05:00:00Z'))
})

test('The toast says how many emails go out, and who has no email on file', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    await weeklyRider({ firstName: name, lastName: null, email: null, password: null })
  }
  await ask('2026-12-18')
  expect(await toast()).toMatchObject({
    title: 'Families Asked',
    description: '1 email to families. No email on file: A, B, C, D, E, 2 more',
  })
})

test('Asking again reminds only families that have not answered for all of their rides, and of these alone', async () => {
  const ben = await weeklyRider({ firstName: 'Ben', lastName: 'Hill', email: 'ben@hill.example' })
  await ask('2026-12-18')
  await answer(dana.id, ava)
  await answer(ben.id, ben.id)
  await toast()
  // The same last day is the same letter, which a family gets once.
  await ask('2026-12-18')
  expect((await toast())?.description).toMatch(/^No new emails/)
  expect(await letters()).toHaveLength(2)
  const dialog = await look()
  expect(dialog.body).toMatchObject({ families: 1, through: '2026-12-18', wasAsked: true })
  expect(await rendered(AskFamilies, dialog.body)).toContain('1 family has not answered for every ride.')

  await ask('2026-12-22')
  const [, , reminder, ...more] = await letters()
  expect(more).toEqual([])
  expect(reminder).toMatchObject({ recipient: 'dana@novak.example' })
  expect(reminder?.text).toContain('Rider: Max Novak\n')
  expect(reminder?.text).toContain('Answer by: Tuesday, Dec 22, 2026')
  expect((await findSeason(id)).askedThrough).toBe('2026-12-22')

  await answer(dana.id, ava, max)
  await ask('2026-12-23')
  expect(await letters()).toHaveLength(3)
  // One more ride of a type that the family has answered for is not a new question; one of another type is.
  await weeklyPlace({ startDate: '2026-11-05', riderId: max })
  await ask('2026-12-24')
  expect(await letters()).toHaveLength(3)
  await weeklyPlace({ startDate: '2026-11-05', riderId: ava, time: '18:00', type: 'Private Lesson' })
  await ask('2026-12-26')
  expect((await letters()).at(-1)?.text).toContain('Rider: Ava Novak\n')
})

test('The last day is to come and before the season, and a published season asks nobody: then nothing is sent or saved', async () => {
  for (const through of ['2026-12-09', '2027-01-05', 'soon', '']) {
    const refused = await ask(through)
    expect(refused.status).toBe(400)
    expect(refused.body.lastResult.error.through).toHaveLength(1)
  }
  await prisma.season.update({ where: { id }, data: { publishedAt: new Date() } })
  expect((await ask('2026-12-18')).status).toBe(409)
  expect((await findSeason(id)).askedThrough).toBeNull()
  expect(await letters()).toEqual([])
})

test('Only the office asks', async () => {
  const others = [
    [await signedIn(dana), 403],
    [await signedIn(await rider({ role: 'instructor' })), 403],
    [new Visitor(), 302],
  ] as const
  for (const [who, status] of others) {
    expect((await look(who)).status).toBe(status)
    expect((await ask('2026-12-18', who)).status).toBe(status)
  }
  expect(await letters()).toEqual([])
})

test('Without a mail server the dialog shows the address to pass on, and promises no email', async () => {
  Object.assign(settings, { smtpUrl: undefined, mode: 'production' })
  const shown = await rendered(AskFamilies, (await look()).body)
  expect(shown).toContain(`${getEnv().appUrl}${paths.nextSeason(id)}`)
  expect(shown).not.toContain('get an email')
  await ask('2026-12-18')
  expect(await toast()).toMatchObject({ description: 'Email isn’t set up, so please pass the address on.' })
})
