import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { STOP, startWorkers } from '../server/workers'

// A program as `server/index.ts` is one: the primary process prints its port, workers answer with their ids.
if (cluster.isPrimary) {
  cluster.once('listening', (_, { port }) => console.info(port))
  const stop = await startWorkers(2, (error) => {
    console.info(error.message)
    process.exit(1)
  })
  process.once('SIGTERM', () => stop().then(() => process.exit(0)))
  console.info('ready')
} else {
  if (process.argv.includes('--broken')) process.exit(3)
  const server = createServer((req, res) => {
    setTimeout(() => res.end(String(process.pid)), req.url === '/slow' ? 1_000 : 0)
    res.setHeader('Connection', 'close')
  }).listen(0, '127.0.0.1')
  process.on('message', (message) => message === STOP && server.close(() => process.exit(0)))
}
