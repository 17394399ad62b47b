import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { gauge } from '../app/platform/metrics/metric'
import { toText } from '../server/metrics/exposition'
import { joinMetrics } from '../server/metrics/gather'
import { STOP, startWorkers } from '../server/workers'

// A program like `server/index.ts`: the primary process prints its port, workers answer with their IDs.
if (cluster.isPrimary) {
  const broken = process.argv.includes('--broken')
  if (broken) cluster.on('fork', ({ process }) => console.info(process.pid))
  else cluster.once('listening', (_, { port }) => console.info(port))
  const { ready, stop } = startWorkers(2, (error) => {
    console.info(error.message)
    void stop().then(() => process.exit(1))
  })
  process.once('SIGTERM', () => stop().then(() => process.exit(0)))
  // Simulates Node's behavior when a connection cannot be handed to a worker that just died.
  process.on('SIGUSR2', () => Object.values(cluster.workers ?? {})[0]?.process.emit('error', new Error('write EPIPE')))
  await ready
  console.info('ready')
} else {
  if (process.argv.includes('--broken') && cluster.worker?.id === 1) process.exit(3)
  const metrics = joinMetrics(() => [gauge('pid', 'Process.', process.pid)])
  const answers: (() => void)[] = []
  const server = createServer((req, res) => {
    res.setHeader('Connection', 'close')
    if (req.url === '/metrics') void metrics().then((all) => res.end(toText(all)))
    else if (req.url === '/slow') {
      answers.push(() => res.end(String(process.pid)))
      console.info('asked')
    } else res.end(String(process.pid))
  }).listen(0, '127.0.0.1')
  process.on('message', (message) => {
    if (message !== STOP) return
    server.close(() => process.exit(0))
    for (const answer of answers) answer()
  })
  // The primary process may be killed while this one sends it something.
  process.on('uncaughtException', () => process.exit(1))
}
