import { existsSync } from 'node:fs'
import path from 'node:path'
import { DataDirInUse, startEmbeddedPostgres } from '../../server/embedded-postgres'
import { ensureTemplate } from '../../server/embedded-postgres/template'

interface Opened {
  url: string
  /** The name of the database for people. */
  name: string
  close(): Promise<void>
}

const dataDir = () => path.resolve(process.env.DATA_DIR || '.data')

/** Whether the settings name a database. Checking a file needs none. */
export const hasDatabase = (): boolean => Boolean(process.env.DATABASE_URL) || existsSync(path.join(dataDir(), 'pg'))

/** Opens the database that the settings name. The embedded one is opened, or reached through the application that has it open. */
export async function openBeside(): Promise<Opened> {
  const url = process.env.DATABASE_URL
  if (url) return { url, name: nameOf(url), close: async () => undefined }
  const folder = dataDir()
  try {
    return await openEmbedded()
  } catch (error) {
    const socket = path.join(folder, 'socket')
    if (!(error instanceof DataDirInUse) || !existsSync(path.join(socket, '.s.PGSQL.5432'))) throw error
    return {
      url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socket)}`,
      name: `the embedded database of the running application (${folder})`,
      close: async () => undefined,
    }
  }
}

/** Works like `openBeside`, but for this program alone; the embedded database is created if it does not exist. @throws DataDirInUse */
export async function openToFill(): Promise<Opened> {
  const url = process.env.DATABASE_URL
  if (url) return { url, name: nameOf(url), close: async () => undefined }
  const template = existsSync(path.join(dataDir(), 'pg')) ? undefined : await ensureTemplate()
  return start(template)
}

/** Opens the embedded database for this program alone. @throws Error if it does not exist; DataDirInUse */
export async function openEmbedded(): Promise<Opened> {
  const folder = dataDir()
  if (!existsSync(path.join(folder, 'pg'))) {
    throw new Error(
      `There is no database in ${folder}. Set DATABASE_URL, or DATA_DIR to the folder of the embedded one.`,
    )
  }
  return start()
}

async function start(template?: string): Promise<Opened> {
  const folder = dataDir()
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, template })
  return { url, name: `the embedded database in ${folder}`, close: stop }
}

/** Returns an address without its password. */
export function nameOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `the database ${pathname.slice(1)} on ${hostname}${port && `:${port}`}`
}
