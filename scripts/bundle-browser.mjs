// Builds what browsers run, build/browser/: app/browser/main.ts, and its islands as files of their own that come only where
// they are on the page.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { packedCopies } from './packed-copies.mjs'

const MAIN = 'app/browser/main.ts'
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler)\/|\/islands\/react\.tsx|commonjsHelpers/
const SHEET = /\/app\/browser\/(sheet\/|islands\/sheet\.ts)|\/models\/unsent\/unsent\.ts/
/** The service worker of the day sheet: its address is its name, and its folder is what it may look after. */
const WORKER = 'app/browser/sheet/worker.ts'
/** Radix's menu, with all that it is made of: no other island has to know of it. */
const MENU =
  /\/node_modules\/(@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib)\/|\/islands\/menu\.tsx/
const PAYMENT = /\/node_modules\/(@stripe|prop-types)\/|\/routes\/portal\/pay\/|\/islands\/(pay|set-up)\.ts/

/** What no browser gets: the checks of input and everything of the server. */
const serverOnly = {
  name: 'server-only',
  enforce: 'pre',
  resolveId(source, importer) {
    if (/\.server$|^zod|^@remix-run\/|^@conform-to\/|^node:/.test(source)) {
      this.error(`${path.relative('.', importer ?? '')} would take ${source} to the browser`)
    }
  },
}

/** At most four files a page: main, the framework, what islands share, and the island, or all of what pays; the office's menu if it is opened. */
function chunkOf(id, { getModuleInfo }) {
  if (PAYMENT.test(id)) return 'payment'
  if (MENU.test(id)) return 'menu'
  if (SHEET.test(id)) return 'sheet'
  if (FRAMEWORK.test(id)) return 'framework'
  const isShared = getModuleInfo(id)?.importers.length > 1
  return isShared && !id.includes('/app/browser/') ? 'shared' : undefined
}

export async function bundleBrowser() {
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '~': path.resolve('app') } },
    esbuild: { jsx: 'automatic', legalComments: 'none' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [serverOnly, packedCopies('build/browser/assets')],
    publicDir: false,
    build: {
      outDir: 'build/browser',
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: MAIN,
        output: { manualChunks: chunkOf },
        // Radix's "use client" is for other frameworks.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
  })
  const main = output.find(({ isEntry }) => isEntry)
  await build({
    configFile: false,
    logLevel: 'warn',
    esbuild: { legalComments: 'none' },
    publicDir: false,
    build: {
      outDir: 'build/browser',
      emptyOutDir: false,
      target: 'es2022',
      reportCompressedSize: false,
      rollupOptions: { input: WORKER, output: { format: 'iife', entryFileNames: 'sheet-worker.js' } },
    },
  })
  writeFileSync('build/browser.json', JSON.stringify({ main: `/${main.fileName}` }))
}

if (process.argv[1] === import.meta.filename) await bundleBrowser()
