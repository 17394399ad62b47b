/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  // A folder of its own: the build empties it, and the compiled server stands beside it.
  buildDirectory: 'build/app',
  serverModuleFormat: 'esm',
  // Beside it lies index.js, which remix-serve is given (vite.config.ts).
  serverBuildFile: 'routes.js',
  future: {
    v3_fetcherPersist: true,
    // Pages have no router that could ask for a route's name.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
