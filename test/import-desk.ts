import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action, loader } from '~/routes/office/settings/import/file'
import { action as choose } from '~/routes/office/settings/import/import'
import { seedCatalog } from '../prisma/seed/catalog'
import { admin, emptyTables, rideTypes, signedIn } from './factories'
import type { Answer, Visitor } from './visitor'

export const OAK_HILL = readFileSync('test/students/oak-hill.csv', 'utf8')
export const MENDS = {
  'row-7-rider': 'Ike Okafor',
  'row-8-email': 'wolf@lone.example',
  'row-8-birthDate': '8/8/2002',
  'row-10-birthDate': '2014-12-04',
  'row-11-paid': '$10.05',
  'row-11-package': 'Intro Package',
  'row-13-time': '10:00 AM',
}

/** The screens of the import as an administrator uses them. */
export class ImportDesk {
  constructor(readonly office: Visitor) {}

  static async open(): Promise<ImportDesk> {
    return new ImportDesk(await signedIn(await admin()))
  }

  async send(content: string | Uint8Array<ArrayBuffer>, name = 'students.csv'): Promise<Answer> {
    const form = new FormData()
    form.set('csrf', (await this.office.page()).csrf)
    form.set('file', new File([content], name))
    return this.office.send(choose, '/settings/import', { method: 'POST', body: form })
  }

  /** Where the file is shown. */
  async kept(content: string | Uint8Array<ArrayBuffer>, name?: string): Promise<string> {
    const { status, headers, body } = await this.send(content, name)
    expect(status, JSON.stringify(body)).toBe(302)
    return headers.get('Location') ?? ''
  }

  /** A file like Oak Hill's, with its rows mended. */
  async oakHill(content = OAK_HILL): Promise<string> {
    const path = await this.kept(content)
    await this.press(path, { intent: 'mend', ...MENDS })
    return path
  }

  see = async (path: string) => (await this.office.get(loader, path, idOf(path))).body

  press = (path: string, fields: Record<string, string>, visitor = this.office): Promise<Answer> =>
    visitor.post(action, path, fields, idOf(path))

  moveIn = async (path: string): Promise<Answer> =>
    this.press(path, { intent: 'move-in', version: (await this.see(path)).version })
}

/** Empties the school on Nov 26, 2026. Returns its import, and the administrator who uses it. */
export async function emptySchool(): Promise<{ desk: ImportDesk; officeId: string }> {
  setClock('2026-11-26T15:00:00Z')
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  const desk = await ImportDesk.open()
  return { desk, officeId: (await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })).id }
}

const idOf = (path: string) => ({ id: path.split('/').at(-1) })

/** A sum of every row of every table but the log’s and the files’, and but what runs by itself. */
export async function sums(): Promise<Record<string, string>> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('audit_log', 'audit_seals', 'student_imports', 'sessions', 'rate_limits', 'job_runs', '_prisma_migrations', 'data_views')
    ORDER BY 1`
  const sum = "count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '')"
  const rows = await prisma.$queryRawUnsafe<{ name: string; sum: string }[]>(
    tables.map(({ name }) => `SELECT '${name}' AS name, ${sum} AS sum FROM "${name}" t`).join(' UNION ALL '),
  )
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
