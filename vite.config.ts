import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { packedCopies } from './scripts/packed-copies.mjs'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** Remix builds each route for browsers too. None asks for it: what they run is built by scripts/bundle-browser.mjs. */
const nothingForBrowsers: Plugin = {
  name: 'nothing-for-browsers',
  apply: 'build',
  enforce: 'post',
  transform: (_, id) => (id.endsWith('?__remix-build-client-route') ? 'export {}' : undefined),
}

/**
 * What remix-serve loads. It listens once this module is there: what a first request needs has to be there by then. Our own server does
 * both by itself.
 */
const SERVED = `import * as build from './routes.js'
export * from './routes.js'
const { app } = build.entry.module
export const { routes } = app.answeringRefusals(build)
await app.start()
`
const servedByRemix: Plugin = {
  name: 'served-by-remix',
  apply: (_, { isSsrBuild }) => Boolean(isSsrBuild),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'index.js', source: SERVED })
  },
}

/** Islands would wait for Remix's own client, which no page loads. */
const withoutRefresh = (remix(remixConfig) as Plugin[]).filter(({ name }) => name !== 'remix-react-refresh-babel')

export default defineConfig({
  plugins: [tailwindcss(), withoutRefresh, nothingForBrowsers, servedByRemix, packedCopies('build/app/client/assets')],
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  build: { target: 'es2022' },
  server: { host: '127.0.0.1' },
  // What browsers run in development. Found by itself, it would be all that a route imports for the server.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'react-dom',
      'idiomorph',
      '@radix-ui/react-dropdown-menu',
      '@stripe/react-stripe-js',
      '@stripe/stripe-js',
      'remix-utils/use-hydrated',
    ],
  },
})
