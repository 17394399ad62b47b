import type pg from 'pg'
import type { Migration } from '../../app/platform/migrate.server'
import { load } from './load'
import { inSnapshot, readDatabase, readHeader, sumDatabase } from './snapshot'
import { differences, type Sum } from './sums'

/**
 * Copies one database into another, empty one, and compares both afterward. Returns a table of their contents.
 * @throws Error if the target is not empty, or the two differ.
 */
export async function moveDatabase(from: pg.Client, to: pg.Client, migrations: Migration[]): Promise<string> {
  return inSnapshot(from, async () => {
    const header = await readHeader(from, new Date())
    const lacks = migrations.filter(({ name }) => !header.migrations.includes(name))
    if (lacks.length) throw new Error('The embedded database lacks migrations. Apply them first: npm run migrate')
    await load(to, header, readDatabase(from), { replace: false, migrations })
    const there = await inSnapshot(to, () => sumDatabase(to))
    const here = await sumDatabase(from)
    const different = differences(here, there)
    if (different.length) throw new Error(`The rows of ${different.join(', ')} differ.`)
    return compared(here, there)
  })
}

function compared(here: Sum[], there: Sum[]): string {
  const width = Math.max(...here.map(({ table }) => table.length))
  const line = (table: string, cells: (string | number)[]) =>
    `${table.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(12)).join('  ')}`
  const rows = here.map((sum) => {
    const other = there.find(({ table }) => table === sum.table)
    const same = other?.sha256 === sum.sha256 ? 'equal' : 'DIFFERENT'
    return line(sum.table, [sum.rows, other?.rows ?? 0, sum.sha256.slice(0, 12), same])
  })
  return [line('table', ['rows here', 'rows there', 'checksum', '']), ...rows].join('\n')
}
