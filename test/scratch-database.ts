import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { openDatabase } from '../server/embedded-postgres/database'
import { WireServer } from '../server/embedded-postgres/wire-server'
import { createDatabase } from './harness/databases'

/** Creates an empty database in addition to the worker's own, for tests of migrations. */
export async function startScratchDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const { url, drop } = await createDatabase(server, `${inject('template')}_scratch_${process.pid}`)
    return { url, stop: async () => void (await drop()) }
  }
  return startEmbeddedScratchDatabase()
}

/** Works like `startScratchDatabase`, but embedded even if the tests run on a server. */
export async function startEmbeddedScratchDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const db = await openDatabase({ fsync: false })
  const wire = new WireServer(db, (error) => {
    throw error
  })
  const { port } = (await wire.listen({ host: '127.0.0.1', port: 0 })) as AddressInfo
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await wire.close()
      await db.close()
    },
  }
}
