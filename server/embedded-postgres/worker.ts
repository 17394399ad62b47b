// Runs in a worker thread, so that the thread that serves pages stays free.
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './database'
import type { Address, WorkerMessage } from './index'
import { WireServer } from './wire-server'

const { folder, address, fsync } = workerData as { folder: string; address: Address; fsync: boolean }
const say = (message: WorkerMessage) => parentPort?.postMessage(message)

const db = await openDatabase({ folder, fsync })
const server = new WireServer(db, (error) => {
  throw error
})
const bound = await server.listen(address)
say({ type: 'ready', port: typeof bound === 'object' && bound ? bound.port : undefined })

parentPort?.once('message', async () => {
  await server.close()
  await db.close()
  say({ type: 'stopped' })
})
