import { beforeEach, describe, expect, it } from 'vitest'
import { addNote } from '~/models/people/families/student-note.server'
import { restHorse } from '~/models/schedule/change/horses/rest-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { action } from '~/routes/office/lessons/rider/rider'
import { toDbDate } from '~/utils/dates'
import {
  FOR_GOOD,
  grant,
  horse,
  openOffice,
  rider,
  signedIn,
  weeklyPlace,
  weeklyRider,
} from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { loader } from './day-sheet'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const sheetPath = '/admin/day?date=2026-11-24'
let emma: string

const { office, officeId } = await openOffice()

beforeEach(async () => {
  setClock(null)
  await emptySchedule()
  emma = (await weeklyRider()).id
})

const sheet = async () => (await office.get(loader, sheetPath)).body.lessons
const line = async () => (await sheet())[0].riders[0]
const tap = (fields: Record<string, string>) =>
  office.post(action, `/admin/x`, { back: 'sheet', ...fields }, { ...slot, riderId: emma })

const dialogPath = (query = '') => `/admin/lessons/2026-11-24/16:00/Group%20Lesson/riders/${emma}${query}`

describe('the day sheet', () => {
  it('holds the day with horses, what is left, notes of the ride, and what the barn must know of the student', async () => {
    await grant(emma, '2026-11-01', '2026-11-30')
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '09:00', type: 'Hack' })
    await addNote(officeId, emma, { text: 'Allergic to hay', forBarn: true })
    await addNote(officeId, emma, { text: 'Wears glasses', forBarn: true })
    await addNote(officeId, emma, { text: 'Invoice sent by post', forBarn: false })
    const bella = await horse('Bella')
    await markAttendance(officeId, { riderId: emma, ...slot }, { attendance: 'present', horseId: bella.id })
    await prisma.ride.updateMany({
      where: { studentId: emma, scheduledDate: toDbDate(slot.date) },
      data: { notes: 'First canter' },
    })
    expect(await sheet()).toMatchObject([
      { time: '09:00', type: 'Hack', riders: [{ horse: null, note: '', barn: ['Allergic to hay', 'Wears glasses'] }] },
      {
        time: '16:00',
        riders: [
          { name: 'Emma Stone', horse: 'Bella', note: 'First canter', barn: ['Allergic to hay', 'Wears glasses'] },
        ],
      },
    ])
  })

  it('shows that the horse of a ride is resting by now', async () => {
    const bella = await horse()
    await markAttendance(officeId, { riderId: emma, ...slot }, { attendance: 'present', horseId: bella.id })
    setClock('2026-11-24T15:00:00Z')
    expect((await line()).concerns).toEqual([])
    await restHorse(officeId, bella.id, FOR_GOOD)
    expect((await line()).concerns).toEqual([{ kind: 'beyond', text: 'resting' }])
  })

  it('takes a mark, and the same tap takes it back', async () => {
    const marked = await tap({ intent: 'present', version: (await line()).version })
    expect(marked).toRedirect(sheetPath)
    expect(await line()).toMatchObject({ attendance: 'present' })
    await tap({ intent: 'scheduled', version: (await line()).version })
    expect(await line()).toMatchObject({ attendance: 'scheduled' })
  })

  it('says why a mark is refused, and stays', async () => {
    const { version } = await line()
    await markAttendance(officeId, { riderId: emma, ...slot }, { attendance: 'absent' })
    const refused = await tap({ intent: 'present', version })
    expect(refused).toRedirect(sheetPath)
    await expect(office).toToast('Failed to record attendance. Please try again.', {
      type: 'error',
      description: expect.stringMatching(/^Ann Office .+ Emma Stone is now: Absent, no horse/),
    })
    expect(await line()).toMatchObject({ attendance: 'absent' })
  })

  it('shows the note of a ride, which is no mark and is kept from being overwritten unseen', async () => {
    const empty = versionOf({ note: '' })
    const note = (text: string, version: string) =>
      office.post(action, '/admin/x?back=sheet', { intent: 'note', note: text, version }, { ...slot, riderId: emma })
    const saved = await note('First canter\r\nbring a crop', empty)
    expect(saved).toRedirect(dialogPath('?back=sheet'))
    await expect(office).toToast('Note Saved', { undo: { label: 'Undo' } })
    expect(await line()).toMatchObject({ attendance: 'scheduled', note: 'First canter\nbring a crop' })
    const late = await note('Something else', empty)
    expect([late.status, late.body.lastResult.error[''][0]]).toEqual([
      409,
      expect.stringContaining('The note was empty and is now “First canter'),
    ])
    expect(await line()).toMatchObject({ note: 'First canter\nbring a crop' })
    await note('Something else', late.body.version)
    expect(await line()).toMatchObject({ note: 'Something else' })
    await note('', versionOf({ note: 'Something else' }))
    expect(await line()).toMatchObject({ note: '' })
  })

  it('is where the dialog of a rider, which stays open for the next change, leads back to if it was opened from the sheet', async () => {
    const { id } = await horse()
    const fields = { intent: 'horse', horseId: String(id), version: '0-0' }
    const saved = await office.post(action, '/admin/x?back=sheet', fields, { ...slot, riderId: emma })
    expect(saved).toRedirect(dialogPath('?back=sheet'))
    expect((await office.page()).toast?.undo?.fields.back).toBe('sheet')
    const refused = await office.post(action, '/admin/x?back=sheet', fields, { ...slot, riderId: emma })
    expect(refused).toRedirect(dialogPath('?back=sheet'))
    const stale = { ...fields, horseId: 'none', version: '1-0' }
    expect((await office.post(action, '/admin/x?back=sheet', stale, { ...slot, riderId: emma })).status).toBe(409)
    const week = await office.post(
      action,
      '/admin/x',
      { ...fields, horseId: 'none', version: `0-${id}` },
      { ...slot, riderId: emma },
    )
    expect(week).toRedirect(dialogPath())
  })

  it('leads to the question why where a horse goes beyond its limit', async () => {
    const { id } = await horse()
    await prisma.horse.update({ where: { id }, data: { dayLimit: 1 } })
    const tom = await weeklyRider({ firstName: 'Tom' }, { time: '09:00' })
    await markAttendance(officeId, { riderId: tom.id, ...slot, time: '09:00' }, { attendance: 'present', horseId: id })
    const asked = await tap({ intent: 'present', horseId: String(id), version: '0-0' })
    const { error, initialValue } = asked.body.lastResult
    expect([asked.status, Object.keys(error), initialValue.horseId]).toEqual([409, ['overReason'], String(id)])
  })

  it('names its day and its reader, so that a browser keeps it for that person alone', async () => {
    const { headers, body } = await office.get(loader, sheetPath)
    expect(headers.get('Day-Sheet')).toBe(`2026-11-24 ${officeId}`)
    expect(body.kept.barn).toMatchObject({
      sheet: '/admin/day',
      userId: officeId,
      who: 'Ann Office',
      date: '2026-11-24',
    })
  })

  it('is kept on no device whose people said that others use it', async () => {
    office.cookies.set('keep_sheets', 'no')
    const { headers, body } = await office.get(loader, sheetPath)
    expect([headers.get('Day-Sheet'), body.kept.barn.keeps]).toEqual([null, false])
    office.cookies.set('keep_sheets', 'yes')
    expect((await office.get(loader, sheetPath)).headers.get('Day-Sheet')).toBe(`2026-11-24 ${officeId}`)
    office.cookies.delete('keep_sheets')
  })

  it('is for admins, of today where no day is named', async () => {
    expect((await (await signedIn(await rider())).get(loader, sheetPath)).status).toBe(403)
    expect((await office.get(loader, '/admin/day?date=2026-02-30')).body.lessons).toEqual(expect.any(Array))
  })
})
