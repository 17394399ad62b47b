import { describe, expect, it } from 'vitest'
import { calendarFeed, calendarKey, renewCalendarKey } from '~/models/schedule/rides/calendar.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import {
  grant,
  horse,
  recordedRide,
  rider,
  signedIn,
  smallSchool,
  weeklyPlace,
  weeklyRider,
} from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import * as homeRoute from '../home/home'
import * as cantComeRoute from './cant-come'
import * as historyRoute from './history'
import * as scheduledRoute from './scheduled'

const nobody = new Visitor()

const { office, family, emma, tom } = await smallSchool('2026-11-20T15:00:00Z')

describe('rides', () => {
  it('are answered to the rider and the office alone', async () => {
    const own = await family.api('/api/lessons/user?upcoming=true')
    expect(own.body[0]).toEqual({
      id: `2026-11-24T16:00~${emma}`,
      studentId: emma,
      date: '2026-11-24',
      scheduledDate: '2026-11-24',
      time: '4:00 PM',
      scheduledTime: '16:00',
      type: 'Group Lesson',
      duration: 60,
      attendance: 'scheduled',
      horseAssignment: 'Not assigned',
      instructor: 'TBD',
      instructorId: null,
      packagePurchaseId: null,
      source: 'weekly',
    })
    const past = await family.api(`/api/lessons/user/${emma}?upcoming=false`)
    expect(past.body.map((ride: { date: string }) => ride.date)).toEqual(['2026-11-17', '2026-11-10', '2026-11-03'])
    expect((await family.api(`/api/lessons/user/${tom}`)).status).toBe(404)
    expect((await family.api('/api/lessons/user/nobody')).status).toBe(404)
    expect((await nobody.api('/api/lessons/user')).status).toBe(401)
    const theirs = await office.api(`/api/admin/lessons/user/${emma}?upcoming=true`)
    expect(theirs.body).toEqual(own.body)
    expect((await office.api('/api/admin/lessons/user/nobody')).status).toBe(404)
    expect((await family.api('/api/lessons/user?upcoming=maybe')).status).toBe(400)
  })

  it('have screens for the rider, their guardian and the office, and 404 for others', async () => {
    const child = await weeklyRider(
      { email: null, password: null, guardianId: emma, firstName: 'Kim', lastName: 'Stone' },
      { startDate: '2026-11-06', time: '17:00' },
    )
    for (const { loader } of [scheduledRoute, historyRoute]) {
      const path = (student?: string) => (student ? `/rides?student=${student}` : '/rides')
      expect((await nobody.get(loader, path())).status).toBe(302)
      const all = (await family.get(loader, path())).body
      expect(all).toMatchObject({
        title: expect.stringMatching(/^Your Family's (Scheduled Rides|Ride History)$/),
        back: { to: '/', label: 'Back to Dashboard' },
      })
      expect(new Set(all.rides.map((ride: { rider: string }) => ride.rider))).toEqual(
        new Set(['Emma Stone', 'Kim Stone']),
      )
      expect((await family.get(loader, path(emma))).body.title).toMatch(/^Emma Stone's/)
      expect((await family.get(loader, `/rides?rider=${child.id}`)).body.title).toMatch(/^Kim Stone's/)
      expect((await family.get(loader, `/rides?rider=${tom}`)).status).toBe(404)
      expect((await family.get(loader, path(child.id))).body.title).toMatch(/^Kim Stone's/)
      expect((await family.get(loader, path(tom))).status).toBe(404)
      expect((await office.get(loader, path(emma))).body).toMatchObject({
        title: expect.stringMatching(/^Emma Stone's/),
        back: { to: '/admin', label: 'Back to Admin' },
      })
      expect((await office.get(loader, path('nobody'))).status).toBe(404)
    }
    const filtered = await family.get(historyRoute.loader, `/ride-history?student=${child.id}&search=private`)
    expect(filtered.body).toMatchObject({ count: 0, rides: [], filters: { search: 'private' } })
  })

  it('of a rider whom the office removed stay with the family as long as they stand, in the calendar too', async () => {
    const mother = await rider({ firstName: 'Maria', ridesToo: true })
    const child = { email: null, password: null, guardianId: mother.id, hiddenAt: new Date() }
    const finn = await rider({ ...child, firstName: 'Finn', lastName: 'Stone' })
    await rider({ ...child, firstName: 'Merged', mergedIntoId: finn.id, active: false })
    await weeklyPlace({ riderId: finn.id, startDate: '2026-11-06', time: '17:00' })
    const visitor = await signedIn(mother)
    for (const { loader } of [scheduledRoute, historyRoute]) {
      const { body } = await visitor.get(loader, '/rides')
      expect(body.family.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Maria', 'Finn'])
      expect(body.rides[0]).toMatchObject({ rider: 'Finn Stone', riderId: finn.id })
    }
    // Only the office's view has no way to call a ride off.
    expect((await visitor.get(scheduledRoute.loader, `/rides?rider=${finn.id}`)).body.office).toBe(false)
    await renewCalendarKey(mother.id)
    expect(await calendarFeed((await calendarKey(mother.id)) ?? '')).toContain('SUMMARY:Finn: Group Lesson')
  })

  it('of a rider whom the office removed are called off by the family, and the office books the makeup', async () => {
    const mother = await rider()
    const finn = await rider({
      email: null,
      password: null,
      guardianId: mother.id,
      hiddenAt: new Date(),
      firstName: 'Finn',
    })
    await weeklyPlace({ riderId: finn.id, startDate: '2026-11-24' })
    await grant(finn.id, '2026-11-01', '2026-11-30', { lessons: 4, makeupLessons: 1 })
    const visitor = await signedIn(mother)
    const path = paths.cantCome(`2026-11-24T16:00~${finn.id}`)
    const says = 'You’re in time, so you get a makeup, good until Dec 24. The office books it for you.'
    const { body } = await visitor.get(cantComeRoute.loader, path)
    expect(body).toMatchObject({ rider: 'Finn', says })
    expect((await visitor.post(cantComeRoute.action, path, { intent: 'off' })).body.version).toBe(body.version)
    const answer = await visitor.post(cantComeRoute.action, path, { intent: 'off', version: body.version })
    expect(answer.headers.get('Location')).toBe(paths.scheduledRides())
    expect((await visitor.page()).toast).toMatchObject({ description: says })
  })

  it('that are rescheduled or announced absent are neither next nor counted', async () => {
    const user = await weeklyRider({}, { startDate: '2026-11-24', type: 'Group Lesson' })
    const visitor = await signedIn(user)
    const scheduled = async () => (await visitor.get(scheduledRoute.loader, '/scheduled-rides')).body
    const { count } = await scheduled()
    for (const [date, attendance] of [
      ['2026-11-24', 'absent'],
      ['2026-12-01', 'reschedule'],
    ] as const) {
      await recordedRide(user.id, date, { attendance })
    }
    const after = await scheduled()
    expect(after.count).toBe(count - 2)
    expect(after.rides.slice(0, 3).map((ride: { attendance: string }) => ride.attendance)).toEqual([
      'absent',
      'reschedule',
      'scheduled',
    ])
    expect((await visitor.get(homeRoute.loader, '/')).body.content.rides[0].date).toBe('2026-12-08')
  })

  it('of years are listed a hundred at a time, and the portal’s tab leads from the newest to all of them', async () => {
    const visitor = await signedIn(await weeklyRider({}, { startDate: '2022-01-04' }))
    const [count, pages] = [255, 3]
    const datesOf = ({ rides }: { rides: { date: string }[] }) => rides.map(({ date }) => date)
    const history = async (query: string) => (await visitor.get(historyRoute.loader, `/ride-history${query}`)).body
    const first = await history('')
    expect(first).toMatchObject({ count, page: 1, pages })
    expect(datesOf(first)).toHaveLength(100)
    expect(datesOf(first)[0]).toBe('2026-11-17')
    const last = await history('?page=3')
    expect(datesOf(last)).toHaveLength(count - 200)
    expect(datesOf(last).at(-1)).toBe('2022-01-04')
    expect(await history('?page=9')).toEqual(last)
    const { content } = (await visitor.get(homeRoute.loader, '/?tab=history')).body
    expect([content.count, datesOf(content)]).toEqual([count, datesOf(first)])
  })

  it('name the horse of one’s own ride, and nobody else’s', async () => {
    const [user, other] = [await rider(), await rider()]
    for (const { id: studentId } of [user, other]) {
      await weeklyPlace({ riderId: studentId, startDate: '2026-11-11', time: '10:00' })
      const { id: horseId, name: horseName } = await horse(studentId === user.id ? 'Bella' : 'Comet')
      for (const day of ['2026-11-18', '2026-11-25']) {
        const of = { usageDate: toDbDate(day), lessonTime: '10:00', lessonType: 'Group Lesson' }
        await prisma.horseUsage.create({ data: { horseId, horseName, studentId, studentName: 'Emma', ...of } })
      }
    }
    const visitor = await signedIn(user)
    for (const { loader } of [scheduledRoute, historyRoute, homeRoute]) {
      const { body } = await visitor.get(loader, '/')
      expect(JSON.stringify(body)).toContain('Bella')
      expect(JSON.stringify(body)).not.toContain('Comet')
    }
  })
})
