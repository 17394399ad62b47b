import path from 'node:path'
import type { Plugin } from 'vitest/config'

/**
 * A fault inserted on purpose into the tested code. `from` is an expression that occurs once in its file; if «» marks a
 * part of it, only that part changes. `sql`: it is part of a query.
 */
export interface Fault {
  file: string
  from: string
  to: string
  sql?: true
}

const ROOT = new URL('../../', import.meta.url).pathname

/** Inserts every fault into the code. A fault is active only while the global `isMutant` returns true for its index. */
export const putIn = (faults: readonly Fault[]): Plugin => ({
  name: 'faults',
  enforce: 'pre',
  transform: (code, id) => changed(faults, code, path.relative(ROOT, id.split('?')[0] ?? id)),
})

function changed(faults: readonly Fault[], source: string, file: string): string {
  let code = source
  for (const from of new Set(faults.filter((one) => one.file === file).map((one) => one.from))) {
    const { before, marked, after } = placeOf(code, { file, from })
    let now = `(${marked})`
    let sql = false
    for (const [id, one] of faults.entries()) {
      if (one.file !== file || one.from !== from) continue
      if (one.sql) sql = true
      now = sql
        ? `\${isMutant(${id}) ? rawSql(${JSON.stringify(one.to)}) : rawSql(${JSON.stringify(marked)})}`
        : `(isMutant(${id}) ? (${one.to}) : ${now})`
    }
    code = before + now + after
  }
  return code
}

/** Returns the part of a source that a fault changes, and what is around it. @throws Error unless it occurs exactly once */
export function placeOf(source: string, { file, from }: Pick<Fault, 'file' | 'from'>) {
  const [, head = '', marked = from, tail = ''] = /^([^«]*)«([^»]*)»([\s\S]*)$/.exec(from) ?? []
  const [left, right, ...more] = source.split(head + marked + tail)
  if (left === undefined || right === undefined || more.length) throw new Error(`${file} has not once: ${from}`)
  return { before: left + head, marked, after: tail + right }
}
