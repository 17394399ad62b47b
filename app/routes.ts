import { flatRoutes } from '@remix-run/fs-routes'
import remixConfig from '../remix.config.js'

// With the routes file the plugin no longer reads `ignoredRouteFiles` itself.
export default flatRoutes({ ignoredRouteFiles: remixConfig.ignoredRouteFiles })
