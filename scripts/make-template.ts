// Prepares the database that a first start copies. Part of the build.
import { ensureTemplate } from '../server/embedded-postgres/template'

await ensureTemplate()
