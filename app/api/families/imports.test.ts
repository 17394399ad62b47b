import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, emptyTables, rider, rideTypes, signedIn } from '../../../test/factories'
import { ImportDesk, OAK_HILL, sums } from '../../../test/import-desk'
import type { Visitor } from '../../../test/visitor'

let office: Visitor
const send = (body: object, visitor = office) => visitor.api('/api/imports', { method: 'POST', body })
const rows = {
  7: { rider: 'Ike Okafor' },
  8: { email: 'wolf@lone.example', birthDate: '8/8/2002' },
  10: { birthDate: '2014-12-04' },
  11: { skip: 'on' },
  13: { time: '10:00 AM' },
}

beforeEach(async () => {
  setClock('2026-11-26T15:00:00Z')
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  office = await signedIn(await admin())
})

describe('POST /api/imports', () => {
  test('answers with the same plan as the screen, and saves nothing', async () => {
    const before = await sums()
    const { status, body } = await send({ csv: OAK_HILL })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ id: null, moved: false, riders: { all: 9, ready: 4 } })
    expect(body.look.map(({ row }: { row: number }) => row)).toEqual([7, 8, 10, 11, 13])
    expect(body.school).toMatchObject({ isSame: false, paid: { count: 3, amount: 1438.5 } })
    expect(await sums()).toEqual(before)
    expect(await prisma.studentImport.count()).toBe(0)
  })

  test('moves in what it showed, once, and the screen can undo it', async () => {
    const before = await sums()
    const { version } = (await send({ csv: OAK_HILL, rows })).body
    const twice = await Promise.all([1, 2].map(() => send({ csv: OAK_HILL, rows, version, move: true })))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    const { id } = twice.find(({ status }) => status === 200)!.body
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(1)
    expect(await prisma.studentImport.count()).toBe(1)
    expect((await send({ csv: OAK_HILL, rows, move: true })).body).toMatchObject({ id: null, moved: false })
    expect((await new ImportDesk(office).press(`/settings/import/${id}`, { intent: 'undo' })).status).toBe(302)
    expect(await sums()).toEqual(before)
  })

  test('answers with rides on one day apart from the week', async () => {
    const csv = 'Rider,Email,Date,Time\nRae Quinn,rae@quinn.example,11/28/2026,4 PM\n'
    const { body } = await send({ csv, move: true })
    expect(body).toMatchObject({ moved: true, school: { week: [], moreDates: 0 } })
    expect(body.school.dates).toEqual([
      {
        day: 'Saturday, Nov 28, 2026',
        lessons: [{ what: '4:00 PM Group Lesson, 60 minutes', riders: 'Rae Quinn' }],
      },
    ])
    expect((await send({ csv })).body.school.isSame).toBe(true)
  })

  test('uses the headings that it is given, and says what is wrong with the file', async () => {
    const csv = 'Reiter,Post\nAva Ruiz,ava@ruiz.example\n'
    expect((await send({ csv, columns: { Reiter: 'rider', Post: 'email' } })).body.riders).toEqual({ all: 1, ready: 1 })
    expect(await send({ csv: '' })).toMatchObject({ status: 400, body: { message: 'The file is empty.' } })
    expect((await send({ csv, columns: { Reiter: 'saddle' } })).body.message).toContain('is no field of a student')
    expect((await send({ csv }, await signedIn(await rider()))).status).toBe(403)
  })
})
