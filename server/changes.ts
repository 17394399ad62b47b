import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'

/** The address at which an open page listens for changes (app/browser/reload.ts). */
const ADDRESS = '/@changes'
const BUILD = 'virtual:remix/server-build'
/** How long to wait for more changes, in milliseconds: an editor may save several files, or one in parts. */
const SETTLED_MS = 100

const START_AGAIN = 'Then start "npm run dev" again: it makes the database client and applies new migrations.'

/** Returns what to do about a file that this process does not reload; undefined for all other files. */
function needsStart(file: string): string | undefined {
  if (file === 'prisma/schema.prisma')
    return `${file} has changed. "npm run migration -- <name>" writes its migration. ${START_AGAIN}`
  if (/^prisma\/migrations\/.*\.sql$/.test(file))
    return `${file} has changed. Look it through, and add the rules that Prisma cannot express. ${START_AGAIN}`
  if (file.startsWith('app/generated/'))
    return 'The database client is newer than this process. Start "npm run dev" again: it applies new migrations, too.'
  if (/^server\/|^(vite|remix)\.config\.|^package-lock\.json$/.test(file))
    return `${file} has changed, which is read at the start alone. Start "npm run dev" again.`
  return undefined
}

/** How often each kind of file has changed since `start`. */
interface Changes {
  start: number
  pages: number
  styles: number
  scripts: number
  /** What the developer has to do before pages can be updated. */
  says?: string | undefined
}

/** In development, tells open pages what has changed, what is broken, and what needs a restart. */
export function updatePages(): Plugin {
  return { name: 'tell-pages', apply: 'serve', configureServer }
}

function configureServer(vite: ViteDevServer) {
  const changes: Changes = { start: Date.now(), pages: 0, styles: 0, scripts: 0 }
  const pages = new Set<ServerResponse>()
  /** The modules that browsers have loaded: an open page cannot unload them. */
  const asked = new Set<string>()
  let broken: string | undefined
  let stale: string | undefined
  let isClientStale = false
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  function tell() {
    changes.says = broken ?? stale
    for (const page of pages) page.write(`data: ${JSON.stringify(changes)}\n\n`)
  }

  /** Checks whether the server's modules can be loaded. Vite prints why not. */
  async function check() {
    broken = await vite.ssrLoadModule(BUILD).then(
      () => undefined,
      (error: unknown) => String(error instanceof Error ? error.message : error),
    )
    if (!broken) changes.pages++
  }

  async function settle() {
    const files = changed
    changed = new Set()
    let isServers = false
    for (const file of files) {
      const reason = needsStart(file)
      if (reason && reason !== stale) console.info(`\n${reason}\n`)
      stale = reason ?? stale
      isClientStale ||= file.startsWith('app/generated/')
      if (reason) continue
      if (file.endsWith('.css')) changes.styles++
      else if (asked.has(file)) changes.scripts++
      else isServers = true
    }
    if (isServers) await check()
    tell()
  }

  vite.watcher.on('all', (_, absolute) => {
    const file = path.relative(vite.config.root, absolute).replaceAll('\\', '/')
    if (!needsStart(file) && !isOfPages(vite, file)) return
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(settle)
    }, SETTLED_MS)
  })

  vite.middlewares.use(async (req, res, next) => {
    if (req.url === ADDRESS) return listen(req, res)
    asked.add((req.url ?? '').slice(1).replace(/\?.*/, ''))
    if (!req.headers.accept?.includes('text/html')) return next()
    if (broken) {
      await check()
      tell()
    }
    const stops = broken ?? (isClientStale ? stale : undefined)
    if (!stops) return next()
    res.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    res.end(noPage(stops))
  })

  function listen(req: IncomingMessage, res: ServerResponse) {
    // It must not be compressed, which would buffer it.
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' })
    res.write(`data: ${JSON.stringify(changes)}\n\n`)
    pages.add(res)
    req.once('close', () => pages.delete(res))
  }
}

/** Whether a page may look different after a file changes. */
function isOfPages({ config, environments }: ViteDevServer, file: string): boolean {
  if (/\.test\.tsx?$/.test(file)) return false
  // The file may be new.
  if (/^app\/.*\.(tsx?|css)$/.test(file)) return true
  return Boolean(environments.ssr.moduleGraph.getModulesByFile(path.join(config.root, file))?.size)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The page shown until the first real one can be rendered. */
const noPage = (says: string) => `<!DOCTYPE html><html lang="en" data-no-page><title>npm run dev</title>
<script type="module" src="/app/browser/reload.ts"></script><pre style="white-space:pre-wrap">${escaped(says)}</pre></html>`
