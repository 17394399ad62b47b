// Prepares the database that a first start copies. Part of the build.
import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'
import { ensureTemplate } from '../server/embedded-postgres/template'

/** Readable by everyone, because the server may run as another user than the build. It contains no data. */
const folder = await ensureTemplate()
await chmod(folder, 0o755)
for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
  await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}
