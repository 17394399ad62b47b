import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { gauge } from '../app/platform/metrics/metric'
import { toText } from '../server/metrics/exposition'
import { joinMetrics } from '../server/metrics/gather'
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
  const metrics = joinMetrics(() => [gauge('pid', 'Process.', process.pid)])
  const server = createServer((req, res) => {
    res.setHeader('Connection', 'close')
    if (req.url === '/metrics') void metrics().then((all) => res.end(toText(all)))
    else setTimeout(() => res.end(String(process.pid)), req.url === '/slow' ? 1_000 : 0)
  }).listen(0, '127.0.0.1')
  process.on('message', (message) => message === STOP && server.close(() => process.exit(0)))
}
