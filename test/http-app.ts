import { once } from 'node:events'
import { request as httpRequest, type OutgoingHttpHeaders, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Metric } from '~/platform/metrics/metric'
import type { Unavailable } from '~/platform/unavailable.server'
import { httpServer } from '../server/connections'
import { createHttpApp } from '../server/http'
import { drain } from '../server/shutdown'

/** The school's configured address. */
export const APP_URL = 'http://school.example'

type Handler = (args: LoaderFunctionArgs) => unknown

/** Answers with the size of the body it received. */
const sizeOf: Handler = async ({ request }) => Response.json({ size: (await request.text()).length })

function buildOf(loader: Handler, action: Handler = sizeOf): ServerBuild {
  const route = { id: 'all', path: '*', module: { loader, action } }
  return {
    routes: { all: route },
    assets: { routes: { all: route }, entry: { module: '', imports: [] }, url: '', version: '1' },
    entry: { module: { default: () => new Response() } },
    future: { v3_singleFetch: true },
    publicPath: '/',
    isSpaMode: false,
  } as unknown as ServerBuild
}

export interface Given {
  unavailable?: Unavailable
  metricsToken?: string
  metrics?: Metric[]
  trustProxy?: number | false
  usesProvider?: () => boolean
  loader?: Handler
  /** Handles an action; by default it answers with the size of the body. */
  action?: Handler
  ready?: () => Promise<unknown>
  refusal?: (error: unknown) => Response | undefined
  /** Returns the share of the heap that is used; a little by default. */
  measure?: () => number
}

/** Opens the HTTP server around a tiny application, and captures its log. Call it where tests are declared. */
export function openHttpApp() {
  let server: Server | undefined
  let lines: string[] = []
  const address = () => {
    const bound = server?.address()
    if (!bound || typeof bound === 'string') throw new Error('The server does not listen')
    return `http://127.0.0.1:${bound.port}`
  }

  async function stop() {
    if (!server) return
    server.closeAllConnections()
    await drain(server)
    server = undefined
  }

  beforeEach(() => {
    lines = []
    vi.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line))
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  })
  afterEach(async () => {
    await stop()
    vi.restoreAllMocks()
  })

  return {
    address,
    lines: () => lines,
    async listen(given: Given = {}) {
      const {
        trustProxy = false,
        usesProvider = () => false,
        loader,
        action,
        ready,
        refusal,
        unavailable,
        metricsToken,
        metrics = [],
        measure = () => 0.2,
      } = given
      await stop()
      const http = createHttpApp({
        env: { appUrl: APP_URL, trustProxy, metricsToken },
        build: buildOf(loader ?? (({ context }) => Response.json(context)), action),
        app: {
          ready: ready ?? (async () => undefined),
          inRequest: (_, __, work) => work(),
          refusal: refusal ?? (() => undefined),
          usesProvider,
          unavailable: () => unavailable,
          ownMetrics: () => [],
          sharedMetrics: async () => metrics,
        },
        isStopping: () => false,
        measure,
        client: fileURLToPath(new URL('../public', import.meta.url)),
      })
      server = httpServer(http).listen(0, '127.0.0.1')
      await once(server, 'listening')
    },
    /** Sends a request exactly as given, which `fetch` would correct. */
    async ask(method: string, path: string, headers: OutgoingHttpHeaders = {}) {
      const sent = httpRequest(address(), { method, path, headers }).end()
      const [answer] = await once(sent, 'response')
      let body = ''
      for await (const chunk of answer) body += chunk
      return { status: answer.statusCode as number, headers: answer.headers as Record<string, string>, body }
    },
  }
}
