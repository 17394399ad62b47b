import { createServer } from 'node:http'
import { installGlobals, type ServerBuild } from '@remix-run/node'
import { createServer as createVite } from 'vite'
import { getEnv } from '~/platform/env.server'
import { updatePages } from './changes'
import { startDatabase } from './database'
import { type App, createHttpApp } from './http'
import { drain, onStopRequested } from './shutdown'

installGlobals({ nativeFetch: true })
const env = getEnv()
const stopDatabase = await startDatabase(env, (error) => {
  throw error
})
const vite = await createVite({
  plugins: [updatePages()],
  // Pages are updated over our own channel: no Vite client, and no port for it.
  server: { middlewareMode: true, hmr: false, ws: false, watch: { ignored: ['**/.data/**', '**/build/**'] } },
})
const load = async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild
const current = async () => (await load()).entry.module as unknown as { app: App }
const { app } = await current()
await app.start()
const server = createServer(
  createHttpApp({ env, build: load, app, isStopping: () => false, client: vite.middlewares }),
).listen(env.port, env.host, () => console.info(`Stirrup in development at ${env.appUrl}`))

onStopRequested(async () => {
  server.closeAllConnections()
  await drain(server)
  await vite.close()
  await app.close()
  await stopDatabase()
  process.exit(0)
})
