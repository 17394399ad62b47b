// Runs in a worker thread, so that the thread that serves pages stays free.
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './database'
import { WireServer } from './wire-server'
import type { WorkerMessage, WorkerOrder, WorkerSettings } from './worker-thread'

const { folder, address, fsync, readOnly } = workerData as WorkerSettings
const say = (message: WorkerMessage) => parentPort?.postMessage(message)

const db = await openDatabase({ folder, fsync })
// All clients share one session.
const setReadOnly = (on: boolean) => db.exec(`SET default_transaction_read_only = ${on}`)
if (readOnly) await setReadOnly(true)
const server = new WireServer(db, (error) => {
  throw error
})
const bound = await server.listen(address)
say({ type: 'ready', port: typeof bound === 'object' && bound ? bound.port : undefined })

parentPort?.on('message', async (order: WorkerOrder) => {
  if (order !== 'stop') return server.betweenTransactions(() => setReadOnly(order === 'read-only'))
  await server.close()
  await db.close()
  say({ type: 'stopped' })
})
