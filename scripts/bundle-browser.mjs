// Builds the browser code into build/browser/: app/browser/main.ts, and its islands as separate files that load only
// where they are on the page.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { packedCopies } from './packed-copies.mjs'

const MAIN = 'app/browser/main.ts'
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler)\/|\/islands\/react\.tsx|commonjsHelpers/
const SHEET = /\/app\/browser\/(sheet\/|islands\/sheet\.ts)|\/models\/unsent\/unsent\.ts/
/** The day sheet's service worker: its file name is its address, and its folder is its scope. */
const WORKER = 'app/browser/sheet/worker.ts'
/** Radix's menu with all that it depends on, which no other island should load. */
const MENU =
  /\/node_modules\/(preact|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib)\/|\/islands\/menu\.tsx/
const TEXT = /\/app\/utils\/text\//
const PAYMENT = /\/node_modules\/(@stripe|prop-types)\/|\/routes\/portal\/pay\/|\/islands\/(pay|set-up)\.ts/

/** Refuses modules that no browser should get: input validation and everything of the server. */
const serverOnly = {
  name: 'server-only',
  enforce: 'pre',
  resolveId(source, importer) {
    if (/\.server$|^zod|^@remix-run\/|^@conform-to\/|^node:/.test(source)) {
      this.error(`${path.relative('.', importer ?? '')} would take ${source} to the browser`)
    }
  },
}

const IN_PLACE_OF_REACT = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** Runs the menu on Preact: its pages have no React otherwise, and React alone is heavier than the limit. */
const menuOnPreact = {
  name: 'menu-on-preact',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const instead = MENU.test(importer) && IN_PLACE_OF_REACT[source]
    return instead ? this.resolve(instead, importer) : null
  },
}

/** Loads an island without what Vite preloads beside it: an island has no styles and names its own files. */
const withoutPreload = {
  name: 'without-preload',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

/**
 * Limits a page to four files: main, the framework, what islands share, and the island, or everything for payments; the
 * office's menu when it is opened.
 */
function chunkOf(id, { getModuleInfo }) {
  if (PAYMENT.test(id)) return 'payment'
  if (MENU.test(id)) return 'menu'
  // Named, or Rollup would move the texts to what islands share, and each page would load that too.
  if (id.endsWith(MAIN) || TEXT.test(id)) return 'main'
  if (SHEET.test(id)) return 'sheet'
  if (FRAMEWORK.test(id)) return 'framework'
  const { importers = [], importedIds = [] } = getModuleInfo(id) ?? {}
  // What the sheet alone uses does not bring what the islands share to a barn's phone.
  if (importers.length > 0 && importers.every((one) => SHEET.test(one))) return 'sheet'
  if (importers.length < 2 || id.includes('/app/browser/')) return undefined
  // What islands without React share needs no framework.
  return importedIds.some((imported) => FRAMEWORK.test(imported)) ? 'framework' : 'shared'
}

export async function bundleBrowser() {
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '~': path.resolve('app') } },
    esbuild: { jsx: 'automatic', legalComments: 'none' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [serverOnly, menuOnPreact, withoutPreload, packedCopies('build/browser/assets')],
    publicDir: false,
    build: {
      outDir: 'build/browser',
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: MAIN,
        // Of our own files only the first, and scripts that pages also include, have side effects. Otherwise it would
        // depend on the order of reading whether one file imports another that it does not need, and two builds of the
        // same sources would differ.
        treeshake: {
          moduleSideEffects: (id) =>
            !id.startsWith(path.resolve('app')) || id === path.resolve(MAIN) || id.endsWith('.inline.js'),
        },
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
