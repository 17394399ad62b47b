import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeToken } from '~/models/people/accounts/links/auth-token.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { setInstructor } from '~/models/schedule/change/set-instructor.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { slotKey } from '~/models/vocabulary/slot'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import type { Tx } from '~/platform/tx.server'
import { versionOf } from '~/platform/version'
import { loader as asks, action as signOut } from '~/routes/auth/logout'
import { action as invite, loader as inviteDialog } from '~/routes/office/settings/instructors/invite'
import { action as remove } from '~/routes/office/settings/instructors/remove'
import { loader as rulesPage, action as saveRules } from '~/routes/office/settings/makeups'
import { loader as home } from '~/routes/portal/home/home'
import { loader as profile } from '~/routes/portal/profile/profile'
import { action as buy, loader as shop } from '~/routes/portal/purchase/purchase'
import { loader as notices, action as saveNotices } from '~/routes/teaching/notices'
import { action as changePassword } from '~/routes/teaching/password'
import { action as mark, loader as ride } from '~/routes/teaching/ride'
import { loader as day, action as markAll } from '~/routes/teaching/teaching'
import { action as undo } from '~/routes/teaching/undo'
import { undoAndTell } from '~/services/mail/day-closed-mail.server'
import { admin, grant, horse, rider, signedIn, smallSchool, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal } from '../../../../test/schedule'
import type { Visitor } from '../../../../test/visitor'
import { refuseUndo } from './own-changes.server'

const DATE = '2026-11-24'
const slot = { date: DATE, time: '16:00', type: 'Group Lesson' }
const noNote = versionOf({ note: '' })
let sarah: { id: string }
let coach: Visitor

const { office, officeId, family, emma } = await smallSchool('2026-11-24T22:00:00Z')
const tom = (await rider({ firstName: 'Tom', email: 'tom@families.example', phone: '555-0100-321' })).id

beforeEach(async () => {
  await emptySchedule()
  await prisma.user.deleteMany({ where: { role: 'instructor' } })
  sarah = await rider({ firstName: 'Sarah', lastName: 'Reed', role: 'instructor', phone: null })
  coach = await signedIn(sarah)
  await weeklyPlace({ riderId: tom, startDate: '2026-11-03', instructorId: sarah.id })
  await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '10:00' })
})

const sheet = async () => (await coach.get(day, `/teaching?date=${DATE}`)).body.lessons
const send = (fields: Record<string, string>, at = slot, riderId = tom) =>
  coach.post(mark, '/x', { version: '0-0', ...fields }, { ...at, riderId })
const markedOn = async () => (await findLesson(slot))?.riders[0]?.attendance
const attendance = async () => (await sheet())[0].riders[0].attendance

describe('An instructor who is signed in', () => {
  test('sees the lessons that they teach, and nothing of money or addresses', async () => {
    await grant(tom, '2026-11-01', '2026-11-30')
    const answer = await coach.get(day, `/teaching?date=${DATE}`)
    expect(answer.body.lessons).toMatchObject([{ time: '16:00', riders: [{ name: 'Tom Stone', horse: null }] }])
    const dialog = await coach.get(ride, '/x', { ...slot, riderId: tom })
    expect(dialog.body.rider.name).toBe('Tom Stone')
    for (const { body } of [answer, dialog]) {
      expect(JSON.stringify(body)).not.toMatch(/families.example|555-0100|allow|"due"|price|paid|\$/i)
    }
  })

  test('reads on their day that it is closed, and why', async () => {
    const { id } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    const { changes } = await closeDay(id, DATE, { from: null, reason: 'Snow' })
    expect((await coach.get(day, `/teaching?date=${DATE}`)).body).toMatchObject({ lessons: [], closed: 'Closed: Snow' })
    await undoChanges(id, changes)
    expect((await coach.get(day, `/teaching?date=${DATE}`)).body.closed).toBeNull()
  })

  test('chooses whether emails tell of changes to their lessons', async () => {
    expect((await coach.get(notices, '/teaching/notices')).body).toEqual({ wanted: true })
    await coach.post(saveNotices, '/teaching/notices', {})
    expect((await coach.get(notices, '/teaching/notices')).body).toEqual({ wanted: false })
    await coach.post(saveNotices, '/teaching/notices', { wanted: 'on' })
    expect((await coach.get(notices, '/teaching/notices')).body).toEqual({ wanted: true })
  })

  test('has a sheet that a browser keeps for them alone; signing out asks while something of it is not sent', async () => {
    const { headers, body } = await coach.get(day, `/teaching?date=${DATE}`)
    expect(headers.get('Day-Sheet')).toBe(`${DATE} ${sarah.id}`)
    expect(body.kept.barn).toMatchObject({ sheet: '/teaching', userId: sarah.id, who: 'Sarah Reed', date: DATE })
    coach.cookies.set(`unsent_${sarah.id}`, '2')
    expect((await coach.post(signOut, '/logout', {})).headers.get('Location')).toBe('/logout')
    expect((await coach.get(asks, '/logout')).body).toEqual({ unsent: 2, sheet: { to: '/teaching', name: 'My Day' } })
  })

  test('undoes an own mark, and nothing of the office or of a lesson that another teaches', async () => {
    const bella = await horse()
    const last = async () => (await coach.page()).toast?.undo?.fields ?? { changes: '' }
    const { changes: byOffice } = await assignHorse(officeId, { ...slot, riderId: tom }, { horseId: bella.id })
    expect((await send({ intent: 'absent', back: 'sheet', version: `0-${bella.id}` })).status).toBe(302)
    const mine = await last()
    expect((await sheet())[0].riders[0]).toMatchObject({ attendance: 'absent', horse: null })
    expect(await coach.post(undo, '/teaching/undo', mine)).toRedirect(`/teaching?date=${DATE}`)
    await expect(coach).toToast('Undone: 2 changes')
    expect((await sheet())[0].riders[0]).toMatchObject({ attendance: 'scheduled', horse: bella.name })
    await coach.post(undo, '/teaching/undo', { changes: byOffice.join(' ') })
    await expect(coach).toToast('Not undone', { type: 'error' })
    expect((await sheet())[0].riders[0].horse).toBe(bella.name)
    await coach.post(markAll, `/teaching?date=${DATE}`, { intent: 'present', lesson: slotKey(slot) })
    const all = await last()
    const kim = await rider({ firstName: 'Kim', role: 'instructor', phone: null })
    await setInstructor(officeId, slot, kim.id, { scope: 'one-time' })
    await coach.post(undo, '/teaching/undo', all)
    await expect(coach).toToast('Not undone', { type: 'error' })
    expect(await markedOn()).toBe('present')
  })

  test('records attendance, a horse and a note, each by a plain form', async () => {
    const bella = await horse()
    const tapped = await send({ intent: 'present', back: 'sheet' })
    expect([tapped.status, tapped.headers.get('Location')]).toEqual([302, `/teaching?date=${DATE}`])
    await expect(coach).toToast('Attendance Recorded')
    expect(await attendance()).toBe('present')
    const { version } = (await coach.get(ride, '/x', { ...slot, riderId: tom })).body.rider
    expect((await send({ intent: 'horse', horseId: String(bella.id), version })).status).toBe(302)
    expect((await send({ intent: 'note', note: 'First canter' })).status).toBe(409)
    expect((await send({ intent: 'note', note: 'First canter', version: noNote })).status).toBe(302)
    expect((await sheet())[0].riders[0]).toMatchObject({ horse: bella.name, note: 'First canter' })
    for (const intent of ['', 'remove-weekly', 'constructor']) {
      const { status, body } = await send({ intent, version })
      expect([status, body.lastResult.error.intent]).toEqual([400, ['Choose what to record']])
    }
    await prisma.horseCare.create({ data: { horseId: bella.id, kind: 'Farrier', dueOn: new Date(DATE) } })
    const { care } = (await coach.get(day, `/teaching?date=${DATE}`)).body
    expect(care).toEqual([expect.stringMatching(`^${bella.name}: Farrier due `)])
    const by = await prisma.auditEntry.count({ where: { actorId: sarah.id } })
    expect(by).toBe(3)
  })

  test('is asked why a horse goes beyond its limit, on the page of the ride', async () => {
    const bella = await prisma.horse.create({ data: { name: 'Busy', dayLimit: 1 } })
    const data = { horseId: bella.id, horseName: 'Busy', usageDate: new Date(DATE), studentId: emma }
    await prisma.horseUsage.create({
      data: { ...data, lessonTime: '10:00', studentName: 'Emma Stone', lessonType: 'Group Lesson' },
    })
    const asked = await send({ intent: 'horse', horseId: String(bella.id), version: '0-0' })
    expect([asked.status, Object.keys(asked.body.lastResult.error)]).toEqual([409, ['overReason']])
    const given = await send({ intent: 'horse', horseId: String(bella.id), version: '0-0', overReason: 'Show' })
    expect(given.status).toBe(302)
  })

  test('marks the rest of a lesson present by one tap, and no lesson of someone else', async () => {
    await send({ intent: 'absent', back: 'sheet' })
    await weeklyRider({ firstName: 'Una' }, { startDate: DATE })
    const all = (lesson: string) => coach.post(markAll, `/teaching?date=${DATE}`, { intent: 'present', lesson })
    const done = await all(slotKey(slot))
    expect([done.status, done.headers.get('Location')]).toEqual([302, `/teaching?date=${DATE}`])
    expect((await coach.page()).toast).toMatchObject({ title: 'Attendance Recorded', description: '1 present' })
    expect((await sheet())[0].riders.map((one: { attendance: string }) => one.attendance)).toEqual([
      'absent',
      'present',
    ])
    await all(slotKey({ ...slot, time: '10:00' }))
    expect((await coach.page()).toast).toMatchObject({ title: 'That was not saved' })
  })

  describe('has a few days for marks, as many as the school says', () => {
    const api = (attendanceStatus: string) =>
      coach.api('/api/teaching/attendance', {
        method: 'POST',
        body: { studentId: tom, lessonDate: DATE, lessonTime: '16:00', rideType: slot.type, attendanceStatus },
      })
    const all = () => coach.post(markAll, `/teaching?date=${DATE}`, { intent: 'present', lesson: slotKey(slot) })
    const LATE = 'Instructors can mark a ride on its day and for 3 days after it. Please tell the office.'
    const EARLY = 'You can mark this ride from Tuesday, Nov 24, on.'

    /** Staff sign in again every day. */
    const goTo = async (at: string) => {
      setClock(at)
      coach = await signedIn(sarah)
    }

    afterEach(() => setClock('2026-11-24T22:00:00Z'))

    test.each([
      ['2026-11-28T15:00:00Z', LATE],
      ['2026-11-30T15:00:00Z', LATE],
      ['2026-11-23T15:00:00Z', EARLY],
    ])('at %s: %s', async (at, message) => {
      await goTo(at)
      expect(await api('present')).toMatchObject({ status: 403, body: { message } })
      const form = await send({ intent: 'present' })
      expect([form.status, form.body.lastResult.error]).toEqual([403, { '': [message] }])
      await all()
      expect((await coach.page()).toast).toMatchObject({ title: 'That was not saved', description: message })
      expect(await prisma.ride.count()).toBe(0)
      // What a horse does on that day is no mark.
      const bella = await horse()
      expect((await send({ intent: 'horse', horseId: String(bella.id) })).status).toBe(302)
    })

    test('the last of which is included, and the office says how many', async () => {
      await goTo('2026-11-27T15:00:00Z')
      expect((await send({ intent: 'present' })).status).toBe(302)
      const office = await signedIn(await prisma.user.findFirstOrThrow({ where: { role: 'admin' } }))
      const rules = { absenceCutoffHours: '24', makeupHolds: 'days', instructorMarkDays: '0' }
      expect((await office.post(saveRules, '/settings/makeups', rules)).status).toBe(302)
      expect((await api('absent')).body).toEqual({
        code: 'forbidden',
        message: 'Instructors can mark a ride on its day only. Please tell the office.',
      })
      const wrong = await office.post(saveRules, '/settings/makeups', { ...rules, instructorMarkDays: '32' })
      expect(wrong.body.lastResult.error).toEqual({ instructorMarkDays: ['Please enter 0 to 31 days'] })
      await office.post(saveRules, '/settings/makeups', { ...rules, instructorMarkDays: '3' })
      const log = await office.get(rulesPage, '/settings/makeups')
      expect(JSON.stringify(log.body.changes)).toContain('days that instructors mark 3 → 0')
    })
  })

  test('neither gives a makeup by Reschedule nor takes it from a rider who called off; a rider who came is marked', async () => {
    const dialog = { ...slot, riderId: tom }
    expect((await send({ intent: 'reschedule' })).body.lastResult.error).toEqual({
      '': ['Only the office reschedules a ride, because it reserves a makeup.'],
    })
    expect(await prisma.makeup.count()).toBe(0)
    const { id } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    await markAttendance(id, dialog, { attendance: 'reschedule' })
    for (const intent of ['absent', 'scheduled']) {
      const { version } = (await coach.get(ride, '/x', dialog)).body.rider
      const refused = await send({ intent, version })
      expect([refused.status, await prisma.makeup.count()]).toEqual([403, 1])
    }
    const { version } = (await coach.get(ride, '/x', dialog)).body.rider
    expect((await send({ intent: 'present', version })).status).toBe(302)
  })

  test('at the moment at which the office reserves a makeup takes none away', async () => {
    const ride = { riderId: tom, ...slot }
    const body = { studentId: tom, lessonDate: DATE, lessonTime: slot.time, rideType: slot.type }
    const { id: desk } = await admin()
    // The office comes a little later each time, so that one of them meets the call between its two looks.
    for (let later = 0; later < 16; later++) {
      await markAttendance(desk, ride, { attendance: 'scheduled' })
      const call = coach.api('/api/teaching/attendance', {
        method: 'POST',
        body: { ...body, attendanceStatus: 'absent' },
      })
      for (let i = 0; i < later; i++) await prisma.$queryRaw`SELECT 1`
      await Promise.all([markAttendance(desk, ride, { attendance: 'reschedule' }), call])
      expect(await attendance()).toBe('reschedule')
    }
  })

  test('at the moment at which the office gives the lesson to someone else changes nothing after it', async () => {
    const { id: desk } = await admin()
    const other = await rider({ firstName: 'Ann', role: 'instructor', phone: null })
    const bella = await horse('Bella')
    const ride = { studentId: tom, lessonDate: DATE, lessonTime: slot.time, rideType: slot.type }
    const changes: Record<string, (version: string) => Promise<unknown>> = {
      note: () => send({ intent: 'note', note: 'New helmet', version: noNote }),
      'horse by call': () => coach.api('/api/teaching/horse', { method: 'POST', body: { ...ride, horseId: bella.id } }),
      horse: (version) => send({ intent: 'horse', horseId: String(bella.id), version }),
    }
    for (const [what, change] of Object.entries(changes)) {
      let made = 0
      for (let later = 0; later < 16; later++) {
        const given = await setInstructor(desk, slot, sarah.id, { scope: 'one-time' })
        const [{ version }] = (await sheet())[0].riders
        const answer = change(version)
        for (let i = 0; i < later; i++) await prisma.$queryRaw`SELECT 1`
        const [{ changes: taken }] = await Promise.all([
          setInstructor(desk, slot, other.id, { scope: 'one-time' }),
          answer,
        ])
        const after = await prisma.auditEntry.count({ where: { actorId: sarah.id, id: { gt: taken[0] } } })
        expect([what, after]).toEqual([what, 0])
        made += await prisma.auditEntry.count({ where: { actorId: sarah.id, id: { gt: given.changes[0] } } })
        await assignHorse(desk, { riderId: tom, ...slot }, { horseId: null })
        await prisma.ride.updateMany({ data: { notes: null } })
      }
      // The first ones come before the office.
      expect([what, made]).not.toEqual([what, 0])
    }
  })

  test('undoes a mark of a lesson that has begun however full it is, as the mark itself may be cleared', async () => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03', instructorId: sarah.id })
    await prisma.weeklyPlace.updateMany({ data: { capacity: 1 } })
    const ofTom = async () => (await findLesson(slot))?.riders.find(({ riderId }) => riderId === tom)?.attendance
    await send({ intent: 'absent', back: 'sheet' })
    const marked = (await coach.page()).toast?.undo?.fields ?? { changes: '' }
    expect(await ofTom()).toBe('absent')
    await coach.post(undo, '/teaching/undo', marked)
    await expect(coach).toToast('Undone: marked Tom Stone Absent (was Scheduled)')
    expect(await ofTom()).toBe('scheduled')
  })

  test('undoes nothing if the office gave the lesson to someone else between the two looks', async () => {
    const other = await rider({ firstName: 'Ann', role: 'instructor', phone: null })
    await send({ intent: 'present' })
    const changes = ((await coach.page()).toast?.undo?.fields.changes ?? '').split(' ').map(Number)
    await refuseUndo(sarah.id, changes)
    await setInstructor(officeId, slot, other.id, { scope: 'one-time' })
    const allows = (tx: Tx) => refuseUndo(sarah.id, changes, tx)
    await expect(undoAndTell(sarah.id, changes, { allows })).rejects.toEqual(refusal(404, 'assigned to this lesson'))
    expect(await markedOn()).toBe('present')
  })

  test('cannot see or change a lesson of someone else, nor remove a rider', async () => {
    const other = { ...slot, time: '10:00' }
    expect((await coach.get(ride, '/x', { ...other, riderId: emma })).status).toBe(404)
    expect((await send({ intent: 'present' }, other, emma)).status).toBe(404)
    expect((await send({ intent: 'remove-weekly' })).status).toBe(400)
    expect(await prisma.ride.count({ where: { attendance: { not: null } } })).toBe(0)
    await prisma.weeklyPlace.updateMany({ data: { instructorId: null } })
    expect(await sheet()).toEqual([])
    expect((await send({ intent: 'present' })).status).toBe(404)
  })

  test('has one door: the screens of families and of the office stay closed', async () => {
    const portal = await coach.get(home, '/')
    expect([portal.status, portal.headers.get('Location')]).toEqual([302, '/teaching'])
    const closed = await coach.get(profile, '/profile')
    expect([closed.status, closed.headers.get('Refresh')]).toEqual([403, '1; url=/teaching'])
    expect((await coach.get(shop, '/purchase')).status).toBe(403)
    expect((await coach.post(buy, '/purchase', {})).status).toBe(403)
    expect((await coach.api('/api/lessons/user')).status).toBe(403)
    expect((await coach.api('/api/admin/students')).status).toBe(403)
    expect((await family.get(day, '/teaching')).status).toBe(403)
    expect((await office.get(day, '/teaching')).status).toBe(403)
  })
})

describe('The office invites an instructor', () => {
  const at = () => ({ id: sarah.id })
  const asked = (fields: Record<string, string>) => office.post(invite, '/x', fields, at())
  const account = () => prisma.user.findUniqueOrThrow({ where: { id: sarah.id } })

  beforeEach(() => prisma.user.update({ where: { id: sarah.id }, data: { email: null, password: null } }))

  test('by email, with a link that sets a password; nobody gets in without it', async () => {
    const answer = await asked({ intent: 'invite', email: ' Sarah@School.example ' })
    const link: string = answer.body?.invited?.link ?? ''
    expect(answer.status === 302 || link.includes('/auth?reset=')).toBe(true)
    expect(await account()).toMatchObject({ email: 'sarah@school.example', password: 'none' })
    expect((await office.get(inviteDialog, '/x', at())).body.email).toBe('sarah@school.example')
  })

  test('not with an address that has an account', async () => {
    const refused = await asked({ intent: 'invite', email: 'tom@families.example' })
    expect([refused.status, refused.body.lastResult.error.email[0]]).toEqual([
      409,
      'This email has an account already. Use another one for teaching.',
    ])
  })

  test('and ends the sign-in: sessions, links and the address are gone, also with the instructor', async () => {
    for (const end of [() => asked({ intent: 'end' }), () => office.post(remove, '/x', {}, at())]) {
      await asked({ intent: 'invite', email: 'sarah@school.example' })
      const browser = await signedIn(sarah)
      expect((await browser.get(day, '/teaching')).status).toBe(200)
      await storeToken('magic', 'sarah@school.example', 'token-of-sarah')
      expect((await end()).status).toBe(302)
      expect((await browser.get(day, '/teaching')).status).toBe(302)
      expect(await account()).toMatchObject({ email: null, password: null, magicLinkToken: null })
    }
  })

  test('and only the office does', async () => {
    expect((await family.post(invite, '/x', { intent: 'invite', email: 'x@y.example' }, at())).status).toBe(403)
    expect((await coach.post(invite, '/x', { intent: 'end' }, at())).status).toBe(302)
  })
})

test('An instructor changes the password, which ends the other devices; families and the office have a page of their own', async () => {
  const password = await hashPassword('old-secret')
  const ian = await rider({ role: 'instructor', firstName: 'Ian', password })
  const [here, there] = [await signedIn(ian), await signedIn(ian)]
  const change = {
    currentPassword: 'old-secret',
    newPassword: 'of-the-instructor',
    confirmPassword: 'of-the-instructor',
  }
  expect((await here.post(changePassword, '/teaching/password', { ...change, currentPassword: 'guess' })).status).toBe(
    400,
  )
  expect((await here.post(changePassword, '/teaching/password', change)).headers.get('Location')).toBe('/teaching')
  const answers = [await here.get(day, '/teaching'), await there.get(day, '/teaching')]
  expect(answers.map(({ status }) => status)).toEqual([200, 302])
  for (const visitor of [family, office]) {
    expect((await visitor.post(changePassword, '/teaching/password', change)).status).toBe(403)
  }
})
