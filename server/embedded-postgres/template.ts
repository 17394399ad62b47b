import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { migrate, readMigrations } from '~/platform/migrate.server'
import { openDatabase } from './database'
import { WireServer } from './wire-server'

const TEMPLATES = path.resolve('build/pg-template')

/**
 * Returns the folder of an empty database with every migration applied, created if missing. Copying it
 * takes a second and little memory; creating it takes four seconds and 900 MB. Its name changes with the migrations and
 * the version of PGlite.
 */
export async function ensureTemplate(): Promise<string> {
  const folder = path.join(TEMPLATES, await templateKey())
  if (existsSync(folder)) return folder
  const making = `${folder}.${process.pid}`
  await rm(making, { recursive: true, force: true })
  await mkdir(TEMPLATES, { recursive: true })
  const db = await openDatabase({ folder: making, fsync: false })
  const server = new WireServer(db, (error) => {
    throw error
  })
  const { port } = (await server.listen({ host: '127.0.0.1', port: 0 })) as AddressInfo
  await migrate(`postgresql://postgres@127.0.0.1:${port}/postgres`)
  await server.close()
  await db.close()
  await place(making, folder)
  return folder
}

/** Copies a template to `folder`, completely or not at all. */
export async function copyTemplate(template: string, folder: string): Promise<void> {
  const making = `${folder}.new`
  await rm(making, { recursive: true, force: true })
  await mkdir(path.dirname(folder), { recursive: true })
  await cp(template, making, { recursive: true })
  await chmod(making, 0o700)
  await rename(making, folder)
}

async function templateKey(): Promise<string> {
  const hash = createHash('sha256').update(await readFile('node_modules/@electric-sql/pglite/package.json'))
  for (const { name, sql } of await readMigrations()) hash.update(`${name}\0${sql}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** Moves a finished template to its folder. Another process may have made the same one in the meantime: either will do. */
async function place(making: string, folder: string) {
  await rename(making, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(making, { recursive: true })
  })
}
