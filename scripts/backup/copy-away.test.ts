import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { withClient } from '~/platform/advisory-lock.server'
import { prisma } from '~/platform/db.server'
import { copyAway } from './copy-away'
import { backupName } from './make-backup'
import { newestBackup } from './try-backup'

const SECRET = 'the secret of the bucket'

/** A bucket that accepts what is signed with its secret. */
let server: Server
let got: Map<string, Buffer>
let refuses = false
let folder: string
let there: string

const nameOf = (day: number, encrypted = true) => backupName(new Date(Date.UTC(2026, 10, day, 3, 17)), encrypted)
const put = (name: string) => writeFile(path.join(folder, name), `what ${name} holds`)
const bucket = (secret = SECRET) => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/school/backups`,
  keyId: 'key',
  secret,
  region: 'eu-test-1',
})
const copy = (places: Parameters<typeof copyAway>[2], keep?: number) =>
  withClient(process.env.DATABASE_URL ?? '', (client) => copyAway(client, folder, places, keep))
const noted = () => prisma.jobRun.findUnique({ where: { name: 'backup-copied' } })

/** Signs independently, as Amazon describes it (Signature Version 4, "Create a canonical request"). */
function signatureOf({ method, url, headers }: IncomingMessage, names: string, scope: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const request = [method, url, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const hashed = createHash('sha256').update(request).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed].join('\n')
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, date))
  return hmac(key, toSign).toString('hex')
}

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const body = await buffer(req)
    const [, scope = '', names = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=key\/(\S+), SignedHeaders=(\S+), Signature=(\w{64})$/.exec(
        req.headers.authorization ?? '',
      ) ?? []
    const isWhole = createHash('sha256').update(body).digest('hex') === req.headers['x-amz-content-sha256']
    const isSigned = signatureOf(req, names, scope) === signature && names.split(';').includes('x-amz-content-sha256')
    if (refuses || !isSigned || !isWhole || Number(req.headers['content-length']) !== body.length) {
      return res.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    got.set(req.url ?? '', body)
    res.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(async () => {
  got = new Map()
  refuses = false
  folder = await mkdtemp(path.join(inject('runDir'), 'backups-'))
  there = `${folder}-there`
  await mkdir(there)
  await prisma.jobRun.deleteMany()
})

test('The newest backup is copied to a folder, readable by its owner alone, and old copies are deleted', async () => {
  for (const day of [1, 2, 3]) await put(nameOf(day))
  await writeFile(path.join(there, 'mine.txt'), '')
  for (const day of [1, 2]) await writeFile(path.join(there, nameOf(day)), '')
  await copy({ copy: there, bucket: undefined }, 2)
  expect((await readdir(there)).sort()).toEqual(['mine.txt', nameOf(2), nameOf(3)])
  expect(await readFile(path.join(there, nameOf(3)), 'utf8')).toBe(`what ${nameOf(3)} holds`)
  expect((await noted())?.finishedAt).not.toBeNull()
})

test('A bucket gets the backup with a signature made with its secret, and with its checksum', async () => {
  await put(nameOf(4))
  await copy({ copy: undefined, bucket: bucket() })
  expect([...got]).toEqual([[`/school/backups/${nameOf(4)}`, Buffer.from(`what ${nameOf(4)} holds`)]])
})

test('A failed copy is reported, and sent with the next backup', async () => {
  await put(nameOf(1))
  await copy({ copy: there, bucket: bucket() })
  await prisma.jobRun.update({ where: { name: 'backup-copied' }, data: { finishedAt: new Date('2026-11-01T04:00Z') } })
  refuses = true
  await put(nameOf(2))
  await expect(copy({ copy: there, bucket: bucket() })).rejects.toThrow(/403, SignatureDoesNotMatch\nIt is tried again/)
  expect(await noted()).toMatchObject({ failures: 1, finishedAt: new Date('2026-11-01T04:00Z') })
  expect(await readdir(there)).toContain(nameOf(2))
  refuses = false
  await put(nameOf(3))
  await copy({ copy: there, bucket: bucket() })
  expect([...got.keys()].map((url) => path.basename(url))).toEqual([1, 2, 3].map((day) => nameOf(day)))
})

test('Copies that failed from the first night on are all sent later', async () => {
  for (const day of [1, 2]) {
    await put(nameOf(day))
    await expect(copy({ copy: `${there}-not`, bucket: undefined })).rejects.toThrow('Is its disk mounted?')
  }
  await put(nameOf(3))
  await copy({ copy: there, bucket: undefined })
  expect((await readdir(there)).sort()).toEqual([1, 2, 3].map((day) => nameOf(day)))
})

test('What an interrupted copy left behind does not count as a backup', async () => {
  await put(nameOf(1))
  await writeFile(path.join(there, `${nameOf(2)}.part`), 'half')
  await copy({ copy: there, bucket: undefined })
  expect(await newestBackup(there)).toBe(path.join(there, nameOf(1)))
})

test.each([
  ['a wrong secret', () => ({ copy: undefined, bucket: bucket('another') }), '403, SignatureDoesNotMatch'],
  ['a place that is away', () => ({ copy: undefined, bucket: { ...bucket(), url: 'http://127.0.0.1:1/b' } }), 'ECONN'],
  ['a folder that is not there', () => ({ copy: `${there}-not`, bucket: undefined }), 'Is its disk mounted?'],
  ['the folder itself', () => ({ copy: folder, bucket: undefined }), 'is the folder of the backups'],
])('Copying fails with %s, and the backup stays', async (_, places, why) => {
  await put(nameOf(1))
  await expect(copy(places())).rejects.toThrow(why)
  expect((await noted())?.failedAt).not.toBeNull()
  expect((await stat(path.join(folder, nameOf(1)))).size).toBeGreaterThan(0)
})

test('An unencrypted file is copied to a folder, but never to a bucket', async () => {
  await put(nameOf(1, false))
  await copy({ copy: there, bucket: bucket() })
  expect(await readdir(there)).toEqual([nameOf(1, false)])
  expect(got.size).toBe(0)
})
