import { beforeEach, describe, expect, test } from 'vitest'
import { compose } from '~/emails/layout'
import { saveLogo } from '~/models/school/logo.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { loader as picture } from '~/routes/logo'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import { png } from '../../../../../test/picture'
import { type Answer, Visitor } from '../../../../../test/visitor'
import { action, loader } from './logo'
import { loader as removal, action as remove } from './remove-logo'
import { loader as schoolLoader } from './school'

const ADDRESS = '/settings/school/logo'
const REMOVAL = '/settings/school/logo/remove'
let office: Visitor

beforeEach(async () => {
  await emptyTables()
  office = await signedIn(await admin())
})

type Bytes = Uint8Array<ArrayBuffer>

/** The beginning of a JPEG: one quantization table, then the frame. */
const jpeg = (width: number, height: number): Bytes =>
  new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 4, 0, 0],
    ...[0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x22, 0],
    ...Array(40).fill(0),
  ])

/** A lossy WebP without its pixels. */
function webp(width: number, height: number): Bytes {
  const bytes = Buffer.alloc(60)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(52, 4)
  bytes.write('WEBPVP8 ', 8)
  bytes.set([0x9d, 0x01, 0x2a], 23)
  bytes.writeUInt16LE(width, 26)
  bytes.writeUInt16LE(height, 28)
  return new Uint8Array(bytes)
}

async function send(file: File | null, visitor = office): Promise<Answer> {
  const form = new FormData()
  form.set('csrf', (await visitor.page()).csrf)
  form.set('file', file ?? new File([], ''))
  return visitor.send(action, ADDRESS, { method: 'POST', body: form })
}

const fileOf = (content: Bytes | string, name = 'logo.png') => new File([content], name)
const load = (name: string) => new Visitor().get(picture, `/logo/${name}`, { name })
const present = async () => (await new Visitor().page()).logo ?? ''

describe('a logo', () => {
  test.each([
    ['image/png', png(400, 120), /^[0-9a-f]{16}-400x120\.png$/],
    ['image/jpeg', jpeg(300, 90), /^[0-9a-f]{16}-300x90\.jpg$/],
    ['image/webp', webp(256, 256), /^[0-9a-f]{16}-256x256\.webp$/],
  ])(
    'of type %s is on every page, whatever its file is called, and may be kept for good',
    async (type, bytes, name) => {
      expect((await send(fileOf(bytes, 'logo.html'))).headers.get('Location')).toBe('/settings/school')
      expect(await present()).toMatch(name)
      expect((await office.page()).logo).toBe(await present())
      const { status, headers } = await load(await present())
      expect([status, headers.get('Content-Type')]).toEqual([200, type])
      expect(headers.get('Cache-Control')).toContain('immutable')
      const [{ content } = { content: null }] = await prisma.logo.findMany()
      expect(content).toEqual(bytes)
    },
  )

  test('is in the school’s emails, small, at an address that mailboxes can load', async () => {
    await send(fileOf(png(400, 120)))
    const { html, text } = compose({ ...letterheadOf(await findSchool()), readerName: null }, () => ({
      subject: 'Hello',
      heading: 'Hello',
      blocks: [],
    }))
    expect(html).toMatch(/<img src="http[^"]+\/logo\/[0-9a-f]{16}-400x120\.png" alt="" width="160" height="48"/)
    expect(text).not.toContain('logo')
  })

  test('takes the place of the one before, whose address leads to it', async () => {
    await send(fileOf(png(400, 120)))
    const before = await present()
    await send(fileOf(png(64, 64)))
    expect(await prisma.logo.count()).toBe(1)
    const old = await load(before)
    expect([old.status, old.headers.get('Location')]).toEqual([302, `/logo/${await present()}`])
    const { changes } = (await office.get(schoolLoader, '/settings/school')).body
    expect(changes[0].what).toContain('logo 400 × 120 pixels → 64 × 64 pixels')
  })

  test('is removed once the office has seen what it removes', async () => {
    await send(fileOf(png(400, 120)))
    const before = await present()
    expect((await office.get(removal, REMOVAL)).body.logo).toBe(before)
    expect(await prisma.logo.count()).toBe(1)
    const answers = await Promise.all([office.post(remove, REMOVAL, {}), office.post(remove, REMOVAL, {})])
    for (const answer of answers) expect(answer).toRedirect('/settings/school')
    expect([await present(), await prisma.logo.count(), (await load(before)).status]).toEqual(['', 0, 404])
    expect(await prisma.auditEntry.count()).toBe(2)
    expect(await office.get(removal, REMOVAL)).toRedirect(ADDRESS)
  })

  test('that was sent twice is one change', async () => {
    await Promise.all([send(fileOf(png(400, 120))), send(fileOf(png(400, 120)))])
    expect([await prisma.logo.count(), await prisma.auditEntry.count()]).toEqual([1, 1])
  })

  test('of two desks at once is that of the later, and alone', async () => {
    const { id } = await admin({ email: 'desk@school.example' })
    await Promise.all([1, 2, 3, 4].map((more) => saveLogo(id, fileOf(png(100, 50, more)))))
    expect([await prisma.logo.count(), await prisma.auditEntry.count()]).toEqual([1, 4])
    expect((await load(await present())).status).toBe(200)
  })

  // The embedded database has one connection, on which nothing waits for a row.
  if (process.env.TEST_DATABASE_URL) {
    test('that is sent again while another desk replaces it is there again', async () => {
      const { id } = await admin({ email: 'desk@school.example' })
      const [first, second] = [fileOf(png(100, 50)), fileOf(png(64, 64))]
      await saveLogo(id, first)
      const waiting = () =>
        prisma.$queryRaw<object[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      let goOn = () => {}
      const bothWait = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let locked = () => {}
      const hasRow = new Promise<void>((resolve) => {
        locked = resolve
      })
      const holding = withTx(async (tx) => {
        await tx.$queryRaw`SELECT id FROM school FOR UPDATE`
        locked()
        await bothWait
      })
      await hasRow
      const replacing = saveLogo(id, second)
      await expect.poll(async () => (await waiting()).length).toBe(1)
      const again = saveLogo(id, first)
      await expect.poll(async () => (await waiting()).length).toBe(2)
      goOn()
      await Promise.all([holding, replacing, again])
      const { logo } = await findSchool()
      expect(logo).toContain('-100x50.png')
      expect(await prisma.logo.findMany({ select: { name: true } })).toEqual([{ name: logo }])
      expect(await prisma.auditEntry.count()).toBe(3)
    })
  }

  test.each([
    ['a page', fileOf('<!doctype html><script>alert(1)</script>'), /PNG, JPEG, or WebP/],
    ['a drawing with scripts', fileOf('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'), /PNG/],
    ['a GIF', fileOf(new Uint8Array(Buffer.from(`GIF89a${'\x40\0'.repeat(20)}`, 'latin1'))), /PNG, JPEG, or WebP/],
    ['a picture cut in its head', fileOf(png(400, 120).slice(0, 18)), /PNG, JPEG, or WebP/],
    ['a JPEG without an end', fileOf(new Uint8Array([0xff, 0xd8, 0xff, 0xff, 0xff])), /PNG, JPEG, or WebP/],
    ['a picture of nothing', fileOf(png(0, 0)), /32 to 2000 pixels/],
    ['a hair', fileOf(png(400, 8)), /32 to 2000 pixels/],
    ['a poster', fileOf(png(4000, 3000)), /32 to 2000 pixels/],
    ['a picture too heavy for a phone', fileOf(png(400, 120, 101 * 1024)), /larger than 100 kB/],
    ['nothing', null, /choose a picture/],
  ])('is not %s', async (_, file, message) => {
    const { status, body } = await send(file)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch(message)
    expect([await prisma.logo.count(), await prisma.auditEntry.count()]).toEqual([0, 0])
  })

  test('is changed by the office alone, and too large a file is explained', async () => {
    const family = await signedIn(await rider())
    expect((await send(fileOf(png(64, 64)), family)).status).toBe(403)
    expect((await send(fileOf(png(64, 64)), new Visitor())).status).toBe(302)
    expect(await prisma.logo.count()).toBe(0)
    await send(fileOf(png(64, 64)))
    for (const [visitor, status] of [[family, 403] as const, [new Visitor(), 302] as const]) {
      expect((await visitor.get(removal, REMOVAL)).status).toBe(status)
      expect((await visitor.post(remove, REMOVAL, {})).status).toBe(status)
    }
    expect(await prisma.logo.count()).toBe(1)
    expect((await office.get(loader, `${ADDRESS}?large=yes`)).body.refused[0]).toContain('larger than 100 kB')
  })

  test.each(['', 'x', '0123456789abcdef-64x64.svg', '../../etc/passwd'])(
    'has no address such as "%s"',
    async (name) => {
      expect((await load(name)).status).toBe(404)
    },
  )
})
