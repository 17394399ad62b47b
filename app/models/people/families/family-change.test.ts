import { describe, expect, test } from 'vitest'
import { storeToken } from '~/models/people/accounts/links/auth-token.server'
import { newToken } from '~/models/people/accounts/token'
import { listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { ownMakeup } from '~/models/schedule/makeups/own-makeups.server'
import { requestMakeup } from '~/models/schedule/makeups/requests/ask.server'
import { editStudent } from '~/models/students/student-edit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import * as addRoute from '~/routes/office/students/family/add-rider'
import * as linkRoute from '~/routes/office/students/family/link'
import * as unlinkRoute from '~/routes/office/students/family/unlink'
import * as studentRoute from '~/routes/office/students/student/student'
import { declineRequestAndTell } from '~/services/mail/notices/answered-makeups.server'
import { toDbDate } from '~/utils/dates'
import { openOffice, rider, signedIn, weeklyPlace } from '../../../../test/factories'
import { ridersOfFamily } from './family.server'
import { addFamilyRider, linkRider, undoFamilyChange, unlinkRider } from './family-change.server'

const { office, officeId: ann } = await openOffice('2026-11-20T15:00:00Z')

const child = (guardianId: string, change: Parameters<typeof rider>[0] = {}) =>
  rider({ firstName: 'Kim', email: null, password: null, guardianId, ...change })
const guardianOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).guardianId
const kim = { firstName: 'Kim', lastName: 'Stone', birthDate: '2018-03-01' }
const month = { year: 2026, month: 11 }

describe('Riders of a family', () => {
  test('The office adds a rider without an email', async () => {
    const { id } = await rider()
    const added = await addFamilyRider(ann, id, kim)
    expect(await ridersOfFamily(id)).toMatchObject([{ id: added, name: 'Kim Stone' }])
    const row = await prisma.user.findUniqueOrThrow({ where: { id: added } })
    expect(row).toMatchObject({ email: null, password: null, guardianId: id, birthDate: toDbDate('2018-03-01') })
    expect(await prisma.auditEntry.findFirstOrThrow({ where: { entityId: added } })).toMatchObject({
      action: 'family.add-rider',
      actorId: ann,
    })
  })

  test.each([
    ['tomorrow', '2026-11-21', 'in the future'],
    ['a day that does not exist', '2018-02-30', 'birth date as year'],
    ['long ago', '1850-01-01', 'birth date as year'],
  ])('A birth date of %s is refused', async (_, birthDate, says) => {
    const { id } = await rider()
    const answer = await office.post(addRoute.action, `/students/${id}/riders/new`, { ...kim, birthDate }, { id })
    expect(JSON.stringify(answer.body)).toContain(says)
    expect(await prisma.user.count({ where: { guardianId: id } })).toBe(0)
  })

  test('A guardian’s request is not answered to the next guardian, who can make a new one', async () => {
    const [first, second] = [await rider(), await rider({ firstName: 'Second' })]
    const { id } = await child(first.id)
    const given = await grantMakeup(ann, id, { type: 'Group Lesson', reason: 'Snow', until: '2026-12-20' })
    const request = await requestMakeup(first.id, given, { weekdays: [], wish: 'Not at the weekend with Second' })
    await linkRider(ann, { rider: id, guardian: second.id })
    expect((await ownMakeup(second.id, given)).request).toBeNull()
    await expect(declineRequestAndTell(ann, request, 'No')).rejects.toMatchObject({ status: 409 })
    const own = await requestMakeup(second.id, given, { weekdays: [1], wish: '' })
    await declineRequestAndTell(ann, own, 'Second, we are full')
    expect((await ownMakeup(second.id, given)).request).toMatchObject({ state: 'declined' })
    await unlinkRider(ann, id, { email: 'kim-alone@example.test' })
    expect((await ownMakeup(id, given)).request).toBeNull()
    expect((await listMakeups({ today: today(), id: given }))[0]?.request).toMatchObject({
      answer: 'Second, we are full',
    })
  })

  test('A rider is linked, moved and moved back, and nothing else moves', async () => {
    const [first, second] = [await rider(), await rider({ firstName: 'Second' })]
    const { id } = await child(first.id)
    const place = await weeklyPlace({ riderId: id, startDate: '2026-11-03' })
    const moved = await linkRider(ann, { rider: id, guardian: second.id, version: first.id })
    expect(await guardianOf(id)).toBe(second.id)
    expect((await prisma.weeklyPlace.findUniqueOrThrow({ where: { id: place.id } })).studentId).toBe(id)
    await undoFamilyChange(ann, moved!.change)
    expect(await guardianOf(id)).toBe(first.id)
    await expect(undoFamilyChange(ann, moved!.change)).rejects.toMatchObject({ status: 409 })
    expect(await linkRider(ann, { rider: id, guardian: first.id })).toBeNull()
  })

  test('If two desks link one rider at once, one succeeds and the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const guardians = await Promise.all([rider({ firstName: 'One' }), rider({ firstName: 'Two' })])
      const { id } = await rider({ firstName: 'Wanted' })
      const results = await Promise.allSettled(
        guardians.map((guardian) => linkRider(ann, { rider: id, guardian: guardian.id, version: '' })),
      )
      const won = results.findIndex(({ status }) => status === 'fulfilled')
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(results[1 - won]).toMatchObject({
        reason: { status: 409, message: expect.stringMatching(/^Someone just linked Wanted Stone to (One|Two) Stone/) },
      })
      expect(await guardianOf(id)).toBe(guardians[won]!.id)
    }
  })
})

describe('A family has one level', () => {
  test('No one is their own guardian, a guardian has no guardian, and a child cannot be one', async () => {
    const [top, other] = [await rider({ firstName: 'Top' }), await rider({ firstName: 'Other' })]
    const { id } = await child(top.id)
    await expect(linkRider(ann, { rider: other.id, guardian: other.id })).rejects.toMatchObject({ status: 409 })
    await expect(linkRider(ann, { rider: other.id, guardian: id })).rejects.toThrow('Kim Stone has a guardian')
    await expect(linkRider(ann, { rider: top.id, guardian: other.id })).rejects.toThrow('Top Stone is a guardian')
    await expect(linkRider(ann, { rider: id, guardian: id })).rejects.toMatchObject({ status: 409 })
    await expect(addFamilyRider(ann, id, kim)).rejects.toThrow('has a guardian')
    await expect(linkRider(ann, { rider: id, guardian: 'nobody' })).rejects.toMatchObject({ status: 404 })
  })

  test('The database refuses a chain and a cycle, whoever writes it', async () => {
    const [a, b, c] = [await rider(), await rider(), await rider()]
    const under = (id: string, guardianId: string) => prisma.user.update({ where: { id }, data: { guardianId } })
    await under(b.id, a.id)
    await expect(under(c.id, b.id)).rejects.toThrow('users_family_is_flat')
    await expect(under(a.id, c.id)).rejects.toThrow('users_family_is_flat')
    await expect(under(a.id, b.id)).rejects.toThrow('users_family_is_flat')
    await expect(under(c.id, c.id)).rejects.toThrow()
  })

  test('Two links at once never make a chain', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await rider(), await rider(), await rider()]
      const links = [
        [a.id, b.id],
        [b.id, c.id],
        [c.id, a.id],
      ] as const
      await Promise.allSettled(links.map(([from, to]) => linkRider(ann, { rider: from, guardian: to })))
      const chain = await prisma.user.count({
        where: { id: { in: [a.id, b.id, c.id] }, guardian: { guardianId: { not: null } } },
      })
      expect(chain).toBe(0)
    }
  })
})

describe('A rider who leaves a family', () => {
  test('A rider who leaves a family may get an email, which the dialog asks for, and an undo removes it', async () => {
    const guardian = await rider({ firstName: 'Gail' })
    const { id } = await child(guardian.id)
    const path = `/students/${id}/family/unlink`
    const send = (fields: Record<string, string>) => office.post(unlinkRoute.action, path, fields, { id })
    expect((await office.get(unlinkRoute.loader, path, { id })).body).toMatchObject({ asksEmail: true })
    expect((await send({ version: guardian.id, email: guardian.email ?? '' })).status).toBe(409)
    expect((await send({ email: '' })).body.version).toBe(guardian.id)
    const { change } = await unlinkRider(ann, id, { email: 'kim@new.example' })
    expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      guardianId: null,
      email: 'kim@new.example',
      password: 'none',
    })
    expect(
      (await office.post(studentRoute.action, `/students/${id}`, { 'undo-family': String(change) }, { id })).status,
    ).toBe(302)
    expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      guardianId: guardian.id,
      email: null,
    })
  })

  test('A rider who leaves a family keeps an email of their own', async () => {
    const { id } = await child((await rider()).id, { email: 'own@kim.example' })
    await unlinkRider(ann, id, { email: null })
    expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      guardianId: null,
      email: 'own@kim.example',
    })
  })

  test('A rider under 13 cannot leave a family', async () => {
    const guardian = await rider()
    const id = await addFamilyRider(ann, guardian.id, kim)
    await expect(unlinkRider(ann, id, { email: 'kim@young.example' })).rejects.toThrow('under 13')
    expect((await office.get(unlinkRoute.loader, `/students/${id}/family/unlink`, { id })).body.isChild).toBe(true)
    expect(await guardianOf(id)).toBe(guardian.id)
  })
})

describe('Riders under 13', () => {
  const edit = (id: string, change: Partial<Parameters<typeof editStudent>[2]>) =>
    editStudent(ann, id, { month, contact: {}, usage: [], reason: null, ...change })

  test('Riders under 13 get no email, and a rider with one cannot be made younger than 13', async () => {
    const id = await addFamilyRider(ann, (await rider()).id, kim)
    await expect(edit(id, { contact: { email: 'kim@mail.example' } })).rejects.toMatchObject({ field: 'email' })
    await edit(id, { birthDate: '2013-11-20', contact: { email: 'kim@mail.example' } })
    await expect(edit(id, { birthDate: '2013-11-21' })).rejects.toMatchObject({ field: 'birthDate' })
    await edit(id, { birthDate: null })
    expect((await prisma.user.findUniqueOrThrow({ where: { id } })).birthDate).toBeNull()
  })

  test('Riders under 13 are signed out and cannot sign in, even if a row says otherwise', async () => {
    const { id, email } = await rider({ email: 'young@mail.example' })
    const visitor = await signedIn({ id })
    expect((await visitor.api('/api/auth/user')).status).toBe(200)
    await prisma.user.update({ where: { id }, data: { birthDate: toDbDate('2018-03-01') } })
    expect((await visitor.api('/api/auth/user')).status).toBe(401)
    expect(await storeToken('magic', email ?? '', newToken())).toBeNull()
  })

  test('Riders may have a sign-in from the day they turn 13', async () => {
    const id = await addFamilyRider(ann, (await rider()).id, { ...kim, birthDate: '2013-11-20' })
    await edit(id, { contact: { email: 'thirteen@mail.example' } })
    expect((await prisma.user.findUniqueOrThrow({ where: { id } })).email).toBe('thirteen@mail.example')
  })
})

describe('The dialogs', () => {
  test('A search finds who can be a guardian, and the question says what will happen', async () => {
    const [old, next] = [await rider({ firstName: 'Old' }), await rider({ firstName: 'Next', lastName: 'Quartz' })]
    const { id } = await child(old.id)
    await rider({ firstName: 'Hidden', lastName: 'Quartz', hiddenAt: new Date() })
    await child(next.id, { lastName: 'Quartz' })
    const path = (query: string) => `/students/${id}/family?find=guardian${query}`
    const { found } = (await office.get(linkRoute.loader, path('&q=quartz'), { id })).body
    expect(found).toMatchObject([{ id: next.id, name: 'Next Quartz', riders: 1 }])
    const { question } = (await office.get(linkRoute.loader, path(`&choose=${next.id}`), { id })).body
    expect(question).toMatchObject({ rider: { id }, guardian: { id: next.id }, from: { id: old.id } })
    expect((await office.get(linkRoute.loader, path('&choose=nobody'), { id })).status).toBe(404)
    const fields = { rider: id, guardian: next.id, version: old.id }
    expect((await office.post(linkRoute.action, path(''), fields, { id })).status).toBe(302)
    expect(await guardianOf(id)).toBe(next.id)
    expect((await office.post(linkRoute.action, path(''), fields, { id })).status).toBe(302)
    const late = await office.post(linkRoute.action, path(''), { ...fields, guardian: old.id }, { id })
    expect(late).toMatchObject({ status: 409, body: { version: next.id } })
    const older = { rider: id, guardian: old.id }
    expect((await office.post(linkRoute.action, path(''), older, { id })).status).toBe(409)
    const again = { ...fields, guardian: old.id, version: late.body.version }
    expect((await office.post(linkRoute.action, path(''), again, { id })).status).toBe(302)
    expect(await guardianOf(id)).toBe(old.id)
  })
})
