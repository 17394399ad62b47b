import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { saveChoices } from '~/models/notices/choices.server'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { portalOverview } from '~/models/portal/portal.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { takePlace } from '~/models/schedule/change/take-place.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { placesToTake } from '~/models/schedule/places/places-to-take.server'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setHidden } from '~/models/students/hide-student.server'
import { saveRule } from '~/models/waivers/rule.server'
import { publishDraft, saveDraft } from '~/models/waivers/version.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { offerPlaces } from '~/services/mail/notices/offered-places.server'
import { admin, emptyOnly, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, ridersOn } from '../../../../test/schedule'
import { declineOffer, findOffer, takeOffer } from './take-offer.server'
import { waitingFor } from './waiting-lists.server'
import { addToWaitlist, joinWaitlist, leaveWaitlist, moveUp } from './waitlist.server'

const tuesday = '2026-11-24'
const slot = { date: tuesday, time: '16:00', type: 'Private Lesson' }

await rideTypes()
const office = (await admin()).id
const own = (await rider({ firstName: 'Owen' })).id
const ann = (await rider({ firstName: 'Ann' })).id
const ben = (await rider({ firstName: 'Ben' })).id
const cy = (await rider({ firstName: 'Cy' })).id
beforeEach(async () => {
  await emptyOnly('waitlist', 'place_offers', 'email_outbox', 'told_rides')
  await prisma.school.deleteMany()
  await emptySchedule()
  setClock('2026-11-20T15:00:00Z')
  await weeklyPlace({ riderId: own, startDate: '2026-11-03', type: slot.type })
  // The lesson stays when its last rider leaves.
  await weeklyPlace({ startDate: '2026-11-03', type: slot.type })
})
afterEach(() => setClock(null))

const absent = () => markAttendance(office, { riderId: own, ...slot }, { attendance: 'absent' })
const offers = async () =>
  (
    await prisma.placeOffer.findMany({ include: { waiting: { include: { student: true } } }, orderBy: { id: 'asc' } })
  ).map(
    ({ waiting, state, lessonDate }) =>
      `${waiting.student.firstName} ${lessonDate.toISOString().slice(0, 10)} ${state}`,
  )
const openOffer = async () =>
  (await prisma.placeOffer.findFirstOrThrow({ where: { state: 'open' }, orderBy: { id: 'asc' } })).id
const free = async () => {
  const lesson = await findLesson(slot)
  return lesson && freePlaces(lesson)
}

describe('A waitlist', () => {
  test('A rider on a waitlist sees the position, and joins it once', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    const id = await joinWaitlist(ben, ben, slot, 'weekly')
    await expect(joinWaitlist(ann, ann, slot, 'one-time')).rejects.toEqual(refusal(409, 'is already on this waitlist'))
    await expect(joinWaitlist(own, own, slot, 'one-time')).rejects.toMatchObject({ code: 'already_rides' })
    await expect(joinWaitlist(ann, ben, slot, 'one-time')).rejects.toEqual(refusal(404, 'Rider not found'))
    expect((await waitingFor(slot)).map(({ name, place }) => `${place} ${name}`)).toEqual([
      '1 Ann Stone',
      '2 Ben Stone',
    ])
    await moveUp(id)
    expect((await waitingFor(slot)).map(({ name, place }) => `${place} ${name}`)).toEqual([
      '1 Ben Stone',
      '2 Ann Stone',
    ])
    await expect(leaveWaitlist(ann, id, { userId: ann })).rejects.toEqual(refusal(404, 'Rider not found'))
    await leaveWaitlist(ben, id, { userId: ben })
    expect((await waitingFor(slot)).map(({ name }) => name)).toEqual(['Ann Stone'])
    expect(await offers()).toEqual([])
  })

  test('A place that an absence frees is offered at once, held, and taken', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await joinWaitlist(ben, ben, slot, 'one-time')
    await absent()
    expect(await offers()).toEqual([`Ann ${tuesday} open`])
    expect(await free()).toBe(0)
    const { days } = await loadOfficeWeek(tuesday, { today: '2026-11-20', time: '10:00' })
    expect(days.flatMap(({ lessons }) => lessons.map(({ places }) => places))[0]).toBe('held for Ann Stone')
    expect(await placesToTake(cy, tuesday, tuesday)).toEqual([])
    await expect(takePlace(cy, cy, slot)).rejects.toMatchObject({ code: 'lesson_full' })
    const id = await openOffer()
    // The first screen of the family that it is held for says so, and no other one.
    expect((await portalOverview(ann, '2026-11-20')).offers).toMatchObject([{ id, rider: 'Ann', date: tuesday }])
    expect((await portalOverview(ben, '2026-11-20')).offers).toEqual([])
    await expect(takeOffer(ben, id)).rejects.toEqual(refusal(404, 'Offer not found'))
    await takeOffer(ann, id)
    expect(await ridersOn(tuesday)).toEqual(['Ann Stone', 'Owen Stone'])
    expect(await offers()).toEqual([`Ann ${tuesday} taken`])
    expect(await prisma.toldRide.findMany({ where: { studentId: ann, dueAt: { not: null } } })).toEqual([])
    await expect(takeOffer(ann, id)).rejects.toEqual(refusal(409, 'already took this spot'))
  })

  test('Leaving the list after its offer was taken is refused, and another family learns nothing', async () => {
    const id = await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    await takeOffer(ann, await openOffer())
    await expect(leaveWaitlist(ann, id, { userId: ann })).rejects.toEqual(refusal(409, 'already took this spot'))
    await expect(leaveWaitlist(ben, id, { userId: ben })).rejects.toMatchObject({ status: 404 })
  })

  test('If an entry is left and its offer taken at the same moment, one is done and the other refused', async () => {
    for (const first of ['take', 'leave']) {
      const id = await joinWaitlist(ann, ann, slot, 'one-time')
      await absent()
      const offer = await openOffer()
      const both = { take: () => takeOffer(ann, offer), leave: () => leaveWaitlist(ann, id, { userId: ann }) }
      const order = first === 'take' ? [both.take, both.leave] : [both.leave, both.take]
      const results = await Promise.allSettled(order.map((one) => one()))
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const { outcome } = await prisma.waiting.findUniqueOrThrow({ where: { id } })
      const rides = (await ridersOn(tuesday)).includes('Ann Stone')
      const refused = results.find((one) => one.status === 'rejected')
      expect([outcome, rides, refused?.reason]).toEqual(
        rides
          ? ['taken', true, refusal(409, 'already took this spot')]
          : ['left', false, refusal(409, 'already declined this spot')],
      )
      if (rides) await removeFromLesson(office, ann, slot, { scope: 'one-time' })
      await markAttendance(office, { riderId: own, ...slot }, { attendance: 'scheduled', beyond: true })
    }
  })

  test('A rider whom the office puts into the lesson no longer waits, and waits again after Undo', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    const { changes } = await addToLesson(office, ann, slot, { scope: 'one-time' })
    expect(await waitingFor(slot)).toEqual([])
    await undoChanges(office, changes)
    expect((await waitingFor(slot)).map(({ name }) => name)).toEqual(['Ann Stone'])
  })

  test('The office takes an offer for a family that calls, in the office’s name, and Undo reverts it', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    const id = await openOffer()
    await expect(takeOffer(office, id)).rejects.toEqual(refusal(404, 'Offer not found'))
    const { changes, rider: name } = await takeOffer(office, id, { office: true })
    expect(name).toBe('Ann Stone')
    expect(await ridersOn(tuesday)).toEqual(['Ann Stone', 'Owen Stone'])
    expect(await free()).toBe(0)
    const line = await prisma.auditEntry.findUniqueOrThrow({ where: { id: changes[0] } })
    expect([line.action, line.actorId]).toEqual(['lesson.take-place', office])
    await expect(takeOffer(office, id, { office: true })).rejects.toEqual(refusal(409, 'This spot was already taken'))
    await undoChanges(office, changes)
    expect((await waitingFor(slot)).map(({ name }) => name)).toEqual(['Ann Stone'])
  })

  test('A family is notified once of an offer that the school ends, minutes later, unless the place is offered again', async () => {
    const subjects = async () =>
      (await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })).map(({ subject }) => subject.split(':')[0])
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    await offerPlaces()
    await markAttendance(office, { riderId: own, ...slot }, { attendance: 'scheduled' })
    await offerPlaces()
    expect(await subjects()).toEqual(['A spot opened up for Ann Stone'])
    setClock('2026-11-20T15:06:00Z')
    await offerPlaces()
    await offerPlaces()
    expect(await subjects()).toEqual(['A spot opened up for Ann Stone', 'No longer open for Ann Stone'])
  })

  test('The office declines an offer for a family, and the next in line is offered the place', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await joinWaitlist(ben, ben, slot, 'one-time')
    await absent()
    const id = await openOffer()
    await declineOffer(office, id, { office: true })
    expect(await offers()).toEqual([`Ann ${tuesday} declined`, `Ben ${tuesday} open`])
    const both = [takeOffer(office, await openOffer(), { office: true }), takeOffer(ben, await openOffer())]
    const results = await Promise.allSettled(both)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('If the school requires it, an offer is taken once the waiver is signed, and is held until then', async () => {
    await saveRule(office, { waiverRequired: true })
    const draft = { title: 'Waiver', text: 'Horses are large.' }
    await saveDraft(office, draft)
    await publishDraft(office, draft, { asksAgain: true })
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    const id = await openOffer()
    await expect(takeOffer(ann, id)).rejects.toMatchObject({ message: 'Please sign the waiver for Ann first.' })
    expect(await offers()).toEqual([`Ann ${tuesday} open`])
    await saveRule(office, { waiverRequired: false })
    await takeOffer(ann, id)
  })

  test('A declined offer goes to the next, and so does an unanswered one, each with one notice', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await joinWaitlist(ben, ben, slot, 'one-time')
    await joinWaitlist(cy, cy, slot, 'one-time')
    await absent()
    await Promise.all([offerPlaces(), offerPlaces()])
    await offerPlaces()
    expect(await prisma.outboxEmail.count()).toBe(1)
    await declineOffer(ann, await openOffer())
    expect(await offers()).toEqual([`Ann ${tuesday} declined`, `Ben ${tuesday} open`])
    await offerPlaces()
    setClock('2026-11-21T15:01:00Z')
    await expect(takeOffer(ben, await openOffer())).rejects.toEqual(refusal(409, "Time's up"))
    expect(await free()).toBe(0)
    await offerPlaces()
    expect(await offers()).toEqual([`Ann ${tuesday} declined`, `Ben ${tuesday} expired`, `Cy ${tuesday} open`])
    const sent = await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })
    expect(sent.map(({ subject }) => subject)).toEqual([
      'A spot opened up for Ann Stone: Private Lesson, Tuesday, Nov 24, 2026',
      'A spot opened up for Ben Stone: Private Lesson, Tuesday, Nov 24, 2026',
      'A spot opened up for Cy Stone: Private Lesson, Tuesday, Nov 24, 2026',
    ])
    expect(sent[0]?.text).toContain(`/offers/`)
  })

  test('If the absence is undone, the offer is withdrawn, and the family keeps its position', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    const id = await openOffer()
    await markAttendance(office, { riderId: own, ...slot }, { attendance: 'scheduled' })
    expect(await offers()).toEqual([`Ann ${tuesday} withdrawn`])
    await expect(takeOffer(ann, id)).rejects.toEqual(refusal(409, 'no longer open'))
    expect((await findOffer(ann, id)).state).toBe('withdrawn')
    await absent()
    expect(await offers()).toEqual([`Ann ${tuesday} withdrawn`, `Ann ${tuesday} open`])
  })

  test('If a place moved and then ended, the family gets one notice, about what it was last sent', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    await offerPlaces()
    await editLesson(office, slot, { time: '17:00', type: slot.type }, 'one-time')
    await offerPlaces()
    await markAttendance(office, { riderId: own, ...slot, time: '17:00' }, { attendance: 'scheduled' })
    setClock('2026-11-20T15:06:00Z')
    await offerPlaces()
    const sent = await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })
    const ends = sent.filter(({ dedupeKey }) => dedupeKey?.startsWith('place-withdrawn:'))
    expect(ends.map(({ text }) => /Time: .*/.exec(text)?.[0])).toEqual(['Time: 5:00 PM'])
  })

  test('If the office fills the held place, the family is notified', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    const id = await openOffer()
    await expect(addToLesson(office, cy, slot, { scope: 'one-time', beyond: false })).rejects.toEqual(
      refusal(409, 'Full: 0 and 1 held for a family of 1'),
    )
    await addToLesson(office, cy, slot, { scope: 'one-time', beyond: true })
    await expect(takeOffer(ann, id)).rejects.toEqual(refusal(409, 'no longer open'))
  })

  test('More places, a rider who leaves, and an undo create and withdraw offers', async () => {
    await addToWaitlist(office, ann, slot, 'weekly')
    await editLesson(office, slot, { ...slot, places: { capacity: 2 } }, 'weekly')
    expect(await offers()).toEqual([`Ann ${tuesday} open`])
    const { changes } = await takeOffer(ann, await openOffer())
    expect(await ridersOn('2026-12-08')).toEqual(['Ann Stone', 'Owen Stone'])
    await addToWaitlist(office, ben, slot, 'one-time')
    await undoChanges(office, changes)
    // Ann waits again in her old position, ahead of Ben.
    expect(await offers()).toEqual([`Ann ${tuesday} taken`, `Ann ${tuesday} open`])
    expect((await waitingFor(slot)).map(({ name }) => name)).toEqual(['Ann Stone', 'Ben Stone'])
    await removeFromLesson(office, own, slot, { scope: 'weekly' })
    await addToWaitlist(office, cy, slot, 'weekly')
    expect((await offers()).slice(-2)).toEqual([`Ben ${tuesday} open`, 'Cy 2026-12-01 open'])
  })

  test('When the only rider of a private lesson leaves it for good, it is offered to entries for every week', async () => {
    await prisma.weeklyPlace.deleteMany({ where: { studentId: null } })
    await addToWaitlist(office, ann, slot, 'weekly')
    const from = { ...slot, date: '2026-12-01' }
    const { changes } = await removeFromLesson(office, own, from, { scope: 'weekly' })
    expect(await offers()).toEqual(['Ann 2026-12-01 open'])
    await undoChanges(office, changes)
    expect(await offers()).toEqual(['Ann 2026-12-01 withdrawn'])
    expect(await ridersOn('2026-12-01')).toEqual(['Owen Stone'])
    await removeFromLesson(office, own, from, { scope: 'weekly' })
    await takeOffer(ann, await openOffer())
    expect(await ridersOn('2026-12-08')).toEqual(['Ann Stone'])
  })

  test('Without a waitlist the lesson is removed with its last rider, and a date that is waited for stays', async () => {
    await prisma.weeklyPlace.deleteMany({ where: { studentId: null } })
    await addToWaitlist(office, ann, { ...slot, date: '2026-12-08' }, 'one-time')
    await removeFromLesson(office, own, { ...slot, date: '2026-12-01' }, { scope: 'weekly' })
    expect(await offers()).toEqual(['Ann 2026-12-08 open'])
    expect(await findLesson({ ...slot, date: '2026-12-01' })).toBeUndefined()
    expect(await findLesson({ ...slot, date: '2026-12-15' })).toBeUndefined()
  })

  test('A lesson that the office deletes is gone, though someone waits for it', async () => {
    await addToWaitlist(office, ann, slot, 'weekly')
    await deleteLesson(office, slot, 'weekly')
    expect(await findLesson(slot)).toBeUndefined()
    expect(await offers()).toEqual([])
  })

  test('A place that was given away is not given twice by a mark or an undo, unless the office confirms', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    const { changes } = await absent()
    await takeOffer(ann, await openOffer())
    const full = refusal(409, 'Full: 1 of 1')
    for (const attendance of ['scheduled', 'present'] as const) {
      await expect(markAttendance(office, { riderId: own, ...slot }, { attendance })).rejects.toEqual(full)
    }
    await expect(undoChanges(office, changes)).rejects.toEqual(full)
    const undone = await undoChanges(office, changes, { beyond: true })
    await undoChanges(office, undone.changes)
    await markAttendance(office, { riderId: own, ...slot }, { attendance: 'scheduled', beyond: true })
    await absent()
    // Once the lesson has begun, a rider who came was there.
    setClock(`${tuesday}T21:30:00Z`)
    await markAttendance(office, { riderId: own, ...slot }, { attendance: 'present' })
    expect((await findLesson(slot))?.riding).toBe(2)
  })

  test('An offer that expired before the family was notified, because the server was down, costs no position', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    setClock('2026-11-21T15:01:00Z')
    await offerPlaces()
    await offerPlaces()
    expect(await offers()).toEqual([`Ann ${tuesday} expired`, `Ann ${tuesday} open`])
  })

  test('An offer that no email reaches goes to the next, and the family stays on the waitlist, behind the others', async () => {
    const dan = (await rider({ firstName: 'Dan', active: false })).id
    await addToWaitlist(office, dan, slot, 'one-time')
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    await offerPlaces()
    expect(await waitingFor(slot)).toMatchObject([
      { name: 'Dan Stone', unreached: true },
      { name: 'Ann Stone', unreached: false },
    ])
    setClock('2026-11-21T15:01:00Z')
    await offerPlaces()
    expect(await offers()).toEqual([`Dan ${tuesday} expired`, `Ann ${tuesday} open`])
    expect((await waitingFor(slot)).map(({ name }) => name)).toEqual(['Ann Stone', 'Dan Stone'])
    await declineOffer(ann, await openOffer())
    // A place is held only once for a family that cannot be notified.
    expect(await offers()).toEqual([`Dan ${tuesday} expired`, `Ann ${tuesday} declined`])
    expect(await free()).toBe(1)
  })

  test('An offer whose email the mail server does not take is the office’s to call about, and costs no position', async () => {
    const settings = getEnv()
    const { smtpUrl } = settings
    Object.assign(settings, { smtpUrl: 'smtp://127.0.0.1:9' })
    onTestFinished(() => void Object.assign(settings, { smtpUrl }))
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    const toCall = async (minute: number) => {
      setClock(`2026-11-20T15:${minute}:00Z`)
      await offerPlaces()
      return (await loadOfficeWeek(tuesday, { today: '2026-11-20', time: '10:00' })).toCall
    }
    // It may still go out.
    expect([await toCall(10), await toCall(20), await toCall(40)]).toEqual([0, 0, 1])
    expect(await waitingFor(slot)).toMatchObject([{ unreached: true, missed: null }])
    await prisma.outboxEmail.updateMany({ data: { sentAt: new Date('2026-11-20T15:41:00Z') } })
    expect(await toCall(42)).toBe(0)
    await prisma.outboxEmail.updateMany({ data: { sentAt: null } })
    expect(await toCall(45)).toBe(1)
    await joinWaitlist(ben, ben, slot, 'one-time')
    setClock('2026-11-21T15:41:00Z')
    await offerPlaces()
    expect(await offers()).toEqual([`Ann ${tuesday} expired`, `Ben ${tuesday} open`])
    expect(await waitingFor(slot)).toMatchObject([
      { name: 'Ben Stone', missed: null },
      { name: 'Ann Stone', unreached: false, missed: tuesday },
    ])
  })

  test('An offer that expires minutes after its email should have gone out costs no position', async () => {
    const settings = getEnv()
    const { smtpUrl } = settings
    Object.assign(settings, { smtpUrl: 'smtp://127.0.0.1:9' })
    onTestFinished(() => void Object.assign(settings, { smtpUrl }))
    // Two hours before the lesson, and fifteen minutes more.
    setClock('2026-11-24T18:44:00Z')
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    setClock('2026-11-24T18:46:00Z')
    await offerPlaces()
    setClock('2026-11-24T19:00:00Z')
    await offerPlaces()
    expect(await offers()).toEqual([`Ann ${tuesday} expired`])
    expect(await waitingFor(slot)).toMatchObject([{ name: 'Ann Stone', missed: tuesday }])
  })

  test('A family that wants no notices is notified of a place that it waits for', async () => {
    await saveChoices(ann, [])
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    await offerPlaces()
    expect(await prisma.outboxEmail.count()).toBe(1)
  })

  test('A removed student holds no place and no position, and has it again once restored', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await joinWaitlist(ben, ben, slot, 'one-time')
    await absent()
    await setHidden(office, ann, true)
    expect(await offers()).toEqual([`Ann ${tuesday} withdrawn`, `Ben ${tuesday} open`])
    expect((await waitingFor(slot)).map(({ name, place }) => `${place} ${name}`)).toEqual(['1 Ben Stone'])
    await setHidden(office, ann, false)
    await declineOffer(ben, await openOffer())
    expect((await offers()).at(-1)).toBe(`Ann ${tuesday} open`)
  })

  test('More places of a ride type are offered by the job', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await prisma.rideType.update({ where: { name: slot.type }, data: { capacity: 2 } })
    await offerPlaces()
    expect(await offers()).toEqual([`Ann ${tuesday} open`])
    await prisma.rideType.update({ where: { name: slot.type }, data: { capacity: 1 } })
    await offerPlaces()
    expect(await offers()).toEqual([`Ann ${tuesday} withdrawn`])
  })

  test('A weekly place is offered once it is free every week, and a place of one date to entries for it', async () => {
    await addToWaitlist(office, ann, slot, 'weekly')
    await addToWaitlist(office, ben, slot, 'one-time')
    await absent()
    expect(await offers()).toEqual([`Ben ${tuesday} open`])
    await removeFromLesson(office, own, { ...slot, date: '2026-12-01' }, { scope: 'weekly' })
    expect(await offers()).toEqual([`Ben ${tuesday} open`, 'Ann 2026-12-01 open'])
    await declineOffer(ben, await openOffer())
    expect(await offers()).toEqual([`Ben ${tuesday} declined`, 'Ann 2026-12-01 open'])
  })

  test('Near the lesson there is less time to answer, and in the end none', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    setClock(`${tuesday}T17:00:00Z`)
    await absent()
    const { expiresAt } = await prisma.placeOffer.findFirstOrThrow()
    expect(expiresAt.toISOString()).toBe(`${tuesday}T19:00:00.000Z`)
    await declineOffer(ann, await openOffer())
    setClock(`${tuesday}T18:50:00Z`)
    await joinWaitlist(ben, ben, slot, 'one-time')
    expect(await offers()).toEqual([`Ann ${tuesday} declined`])
    await takePlace(cy, cy, slot)
  })
})

describe('Many at once', () => {
  test('An offer that is taken twenty times in two guardians’ tabs is one place', async () => {
    await joinWaitlist(ann, ann, slot, 'one-time')
    await absent()
    const id = await openOffer()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => takeOffer(ann, id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
    expect(await ridersOn(tuesday)).toEqual(['Ann Stone', 'Owen Stone'])
  })

  test('Twenty clicks of waiting families, of others and of the job never overbook', async () => {
    for (const id of [ann, ben, cy]) await joinWaitlist(id, id, slot, 'one-time')
    const others = await Promise.all(Array.from({ length: 6 }, () => rider()))
    await absent()
    const clicks = [
      ...others.map(
        ({ id }) =>
          () =>
            takePlace(id, id, slot),
      ),
      ...[ann, ben, cy].flatMap((id) => [
        async () => takeOffer(id, await openOffer()),
        async () => declineOffer(id, await openOffer()),
        async () => takeOffer(id, await openOffer()),
      ]),
      ...Array.from({ length: 5 }, () => offerPlaces),
    ]
    const results = await Promise.allSettled(clicks.map((click) => click()))
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.status ?? 404).toBeLessThan(500)
    const lesson = await findLesson(slot)
    expect((lesson?.riding ?? 0) + (lesson?.held ?? 0)).toBe(1)
  })
})
