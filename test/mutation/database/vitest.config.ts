import path from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { MUTANTS } from './mutants'

const ROOT = new URL('../../../', import.meta.url).pathname

/** Each fault is there, and sleeps until its test file runs. */
function changed(source: string, file: string): string {
  let code = source
  for (const from of new Set(MUTANTS.filter((one) => one.file === file).map((one) => one.from))) {
    const [, before = '', marked = from, after = ''] = /^([^«]*)«([^»]*)»([\s\S]*)$/.exec(from) ?? []
    const [left, right, ...more] = code.split(before + marked + after)
    if (left === undefined || right === undefined || more.length) throw new Error(`${file} has not once: ${from}`)
    let now = `(${marked})`
    let sql = false
    for (const [id, one] of MUTANTS.entries()) {
      if (one.file !== file || one.from !== from) continue
      if (one.sql) sql = true
      now = sql
        ? `\${isMutant(${id}) ? rawSql(${JSON.stringify(one.to)}) : rawSql(${JSON.stringify(marked)})}`
        : `(isMutant(${id}) ? (${one.to}) : ${now})`
    }
    code = left + before + now + after + right
  }
  return code
}

const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  transform: (code, id) => changed(code, path.relative(ROOT, id.split('?')[0] ?? id)),
}

export default defineConfig({
  plugins: [mutate],
  resolve: { alias: { '~': `${ROOT}app` } },
  test: {
    root: ROOT,
    include: [...new Set(MUTANTS.map(({ test: [file] }) => file))],
    env: { STIRRUP_MODE: 'test' },
    globalSetup: './test/global-setup.ts',
    setupFiles: ['./test/seed.ts', './test/setup.ts', './test/mutation/database/setup.ts'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
