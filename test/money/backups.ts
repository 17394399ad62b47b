import { Readable } from 'node:stream'
import type pg from 'pg'
import { eventsAtRest } from '~/models/money/events/event-queue.server'
import { prisma } from '~/platform/db.server'
import { readMigrations } from '~/platform/migrate.server'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { centsOf } from '~/utils/money'
import { restoreDatabase } from '../../scripts/backup/restore-database'
import { type Header, inSnapshot, type Piece, readDatabase, readHeader } from '../../scripts/backup/snapshot'
import { onServer } from '../harness/databases'
import type { World } from './world'

/** A step in which the school restores a backup while the provider remembers later payments. */
export type StepOfBackups = { do: 'back up' } | { do: 'restore' }

/** The test's own knowledge of the family, which a restore reverts too. */
const TOLD = ['userId', 'riderIds', 'accounts', 'merged', 'noted', 'donated'] as const

export interface Backup {
  header: Header
  pieces: Piece[]
  told: Pick<World, (typeof TOLD)[number]>
}

const connected = <T>(work: (client: pg.Client) => Promise<T>) => onServer(process.env.DATABASE_URL!, work)

const told = (world: World) =>
  structuredClone(Object.fromEntries(TOLD.map((key) => [key, world[key]]))) as Backup['told']

async function gather<T>(all: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = []
  for await (const one of all) gathered.push(one)
  return gathered
}

/** Waits until nothing is pending: an event may cause calls to the provider, which cause events. */
async function atRest({ sandbox }: World): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await sandbox.idle()
    await eventsAtRest()
  }
}

export async function backUp(world: World): Promise<void> {
  await atRest(world)
  world.backup = await connected((client) =>
    inSnapshot(client, async () => ({
      header: await readHeader(client, new Date()),
      pieces: await gather(readDatabase(client)),
      told: told(world),
    })),
  )
}

/** Restores as `npm run restore -- FILE --replace` does after the application was stopped. */
export async function restore(world: World): Promise<void> {
  const { backup, provider } = world
  if (!backup) return
  await atRest(world)
  world.ordered.push(...(await prisma.order.findMany()).map(({ total }) => centsOf(total)))
  await prisma.$disconnect()
  const { header, pieces } = backup
  const options = { replace: true, alone: true, migrations: await readMigrations() }
  await connected((client) => restoreDatabase(client, header, Readable.from(pieces), options))
  setPaymentProvider({ ...provider })
  Object.assign(world, structuredClone(backup.told))
}
