import { describe, expect, it, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import * as horses from '~/routes/office/horses/export'
import * as history from '~/routes/portal/rides/history-export'
import { toDbDate } from '~/utils/dates'
import { horse, smallSchool, weeklyRider } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import * as weekRides from './rides-export'

const nobody = new Visitor()

const { office, family, emma } = await smallSchool('2026-11-20T15:00:00Z')
const { id: other } = await weeklyRider(
  { firstName: '=1+1', lastName: 'Hill' },
  { startDate: '2026-11-06', time: '17:00', type: 'Private Lesson' },
)
const present = { attendance: 'present', scheduledTime: '16:00', type: 'Group Lesson' }
await prisma.ride.create({ data: { ...present, studentId: emma, scheduledDate: toDbDate('2026-11-10') } })
const daisy = await horse('Daisy')
const used = { horseId: daisy.id, horseName: 'Daisy', usageDate: toDbDate('2026-11-10'), lessonTime: '16:00' }
const ridden = { studentId: emma, studentName: 'Emma Stone', lessonType: 'Group Lesson', duration: 60 }
await prisma.horseUsage.create({ data: { ...used, ...ridden, overReason: '=cmd' } })

const lines = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n')
const name = (headers: Headers) => /filename="(.*)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]

describe('rides as a file', () => {
  it('hold the history of one rider, as it is filtered', async () => {
    const all = await office.get(history.loader, `/ride-history/export?student=${emma}`)
    expect(all.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(name(all.headers)).toBe('rides_2026-11-03_to_2026-11-17.csv')
    expect(lines(all.body)).toEqual([
      'Date,Time,Student,Type,Minutes,Attendance,Horse,Instructor',
      '2026-11-17,4:00 PM,Emma Stone,Group Lesson,60,Scheduled,Not assigned,TBD',
      '2026-11-10,4:00 PM,Emma Stone,Group Lesson,60,Present,Daisy,TBD',
      '2026-11-03,4:00 PM,Emma Stone,Group Lesson,60,Scheduled,Not assigned,TBD',
    ])
    const present = await family.get(history.loader, '/ride-history/export?attendance=present')
    expect(name(present.headers)).toBe('rides_2026-11-10_to_2026-11-10.csv')
    expect(lines(present.body)).toHaveLength(2)
    const none = await family.get(history.loader, '/ride-history/export?search=nothing')
    expect(name(none.headers)).toBe('rides_2026-11-20_to_2026-11-20.csv')
    expect(lines(none.body)).toHaveLength(1)
  })

  it("hold everyone's week, and no cell is a formula", async () => {
    const week = await office.get(weekRides.loader, '/admin/rides/export?week=2026-11-12')
    expect(name(week.headers)).toBe('rides_2026-11-09_to_2026-11-15.csv')
    expect(lines(week.body).slice(1)).toEqual([
      '2026-11-10,4:00 PM,Emma Stone,Group Lesson,60,Present,Daisy,TBD',
      `2026-11-13,5:00 PM,"'=1+1 Hill",Private Lesson,60,Scheduled,Not assigned,TBD`,
    ])
  })

  it('hold what the horses did, or one of them', async () => {
    const { id } = await horse('Rex')
    const all = await office.get(horses.loader, '/horses/export?week=2026-11-11')
    expect(name(all.headers)).toBe('horse_usage_2026-11-09_to_2026-11-15.csv')
    expect(lines(all.body)).toEqual([
      'Horse,Date,Time,Student,Type,Beyond the Limit',
      `Daisy,2026-11-10,4:00 PM,Emma Stone,Group Lesson,"'=cmd"`,
    ])
    expect(lines((await office.get(horses.loader, `/horses/export?week=2026-11-11&horse=${id}`)).body)).toHaveLength(1)
  })
})

test('the files are refused to the wrong people', async () => {
  for (const { loader } of [weekRides, horses]) {
    expect((await nobody.get(loader, '/x')).status).toBe(302)
    expect((await family.get(loader, '/x')).status).toBe(403)
  }
  expect((await nobody.get(history.loader, '/ride-history/export')).status).toBe(302)
  expect((await family.get(history.loader, `/ride-history/export?student=${other}`)).status).toBe(404)
  expect((await office.get(history.loader, '/ride-history/export?student=nobody')).status).toBe(404)
})
