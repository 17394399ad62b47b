import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'
import { cycles, exportedNames, type Import, importsOf, reachedFrom, sourceFiles, testFiles, textsOf } from './imports'

/** What each layer may import, besides itself. The picture of it is in docs/architecture.md. */
const MAY_USE: Record<string, string[]> = {
  'app/generated': [],
  'app/utils': [],
  'app/platform': ['app/utils', 'app/generated'],
  'app/models': ['app/platform', 'app/utils', 'app/generated'],
  'app/emails': ['app/models', 'app/utils'],
  'app/services': ['app/models', 'app/emails', 'app/platform', 'app/utils', 'app/generated'],
  'app/components': ['app/models', 'app/utils'],
  'app/web': ['app/services', 'app/models', 'app/platform', 'app/utils', 'app/generated'],
  'app/api': ['app/web', 'app/services', 'app/models', 'app/platform', 'app/utils'],
  'app/jobs': ['app/web', 'app/services', 'app/models', 'app/platform', 'app/utils'],
  'app/routes': ['app/api', 'app/web', 'app/services', 'app/models', 'app/components', 'app/platform', 'app/utils'],
  'app/browser': ['app/routes', 'app/components', 'app/models', 'app/platform', 'app/utils'],
  sandbox: [],
  server: ['app/platform'],
}

const layers = Object.keys(MAY_USE)
const layerOf = (file: string) => layers.find((layer) => file.startsWith(`${layer}/`)) ?? path.posix.dirname(file)
const sources = sourceFiles('app', 'sandbox', 'server', 'scripts', 'prisma')
const imports = importsOf(sources)

function isAllowed({ from, to, typeOnly, dynamic }: Import): boolean {
  const [lower, upper] = [layerOf(to), layerOf(from)]
  if (lower === upper || MAY_USE[upper]?.includes(lower)) return true
  // What the sandbox is, a provider knows by type, and the demo opens it on demand.
  if (upper === 'app/services' && lower === 'sandbox') return typeOnly || from.endsWith('/sandbox-provider.server.ts')
  // A page knows by type what an island wants.
  if (from === 'app/components/island.tsx' && to === 'app/browser/islands.ts') return typeOnly
  // An answer knows what the component that shows it wants.
  return upper === 'app/web' && lower === 'app/components' && typeOnly && !dynamic
}

describe('the layers', () => {
  test.each(layers)('%s imports only what lies below it', (layer) => {
    const upwards = imports.filter((found) => layerOf(found.from) === layer && !isAllowed(found))
    expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('No file imports itself by way of others', () => {
    expect(cycles(imports)).toEqual([])
  })

  test('Only the demo loads the sandbox and the sample school', () => {
    const loaded = reachedFrom(imports, ['app/entry.server.tsx'])
    expect([...loaded].filter((file) => /^sandbox\/|^prisma\/seed\/(?!catalog)/.test(file))).toEqual([])
  })

  test('No upsert may have nothing to update: two of them at once would both create, and one of them fail', () => {
    const upserts = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.upsert\(\{[\s\S]*?\n\s*update: ([^\n]*)/g)].map(([, update]) => [
        file,
        update,
      ]),
    )
    expect(upserts.length).toBeGreaterThan(2)
    expect(upserts.filter(([, update]) => /\{\s*\}/.test(update!))).toEqual([])
  })

  test('Texts are compared without regard to capital letters by one function, which knows what a pattern reads into them', () => {
    const files = sources.filter((file) => readFileSync(file, 'utf8').includes("mode: 'insensitive'"))
    expect(files).toEqual(['app/platform/search.server.ts'])
  })

  test('A component takes nothing but types from a file that needs the database or the network', () => {
    const values = imports.filter(
      ({ from, to, typeOnly }) => from.startsWith('app/components/') && to.includes('.server.') && !typeOnly,
    )
    expect(values.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })
})

/** What nothing imports because something else starts it: Remix, Node, `package.json`, an address of `app/routes.ts`. */
const started = new Set([
  'scripts/kill/preload.mjs',
  ...['app/root.tsx', 'app/entry.server.tsx', 'app/entry.client.tsx', 'app/routes.ts', 'app/load-context.d.ts'],
  'app/browser/main.ts',
  'app/browser/reload.ts',
  'app/browser/sheet/worker.ts',
  ...['server/index.ts', 'server/dev.ts', 'server/embedded-postgres/worker.ts', 'sandbox/stripe/serve.ts'],
  'scripts/kill/preload.mjs',
  ...sources.filter((file) => /^scripts\/[^/]+$/.test(file)),
  ...sources
    .filter((file) => file.endsWith('/routes.ts') || file === 'app/routes.ts')
    .flatMap(textsOf)
    .map((text) => `app/${text}`),
])

describe('nothing lies about', () => {
  const everyImport = [...imports, ...importsOf(testFiles('app', 'sandbox', 'server', 'scripts', 'prisma', 'test'))]

  test('Every file is imported by another that is no test, or is started', () => {
    const imported = new Set(imports.map(({ to }) => to))
    const idle = sources.filter(
      (file) => !imported.has(file) && !started.has(file) && !file.endsWith('/test-support.ts'),
    )
    expect(idle).toEqual([])
  })

  test('Every exported value or type is imported somewhere', () => {
    const used = new Set(everyImport.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
    const idle = sources
      .filter((file) => !started.has(file))
      .flatMap((file) => (used.has(`${file} *`) ? [] : exportedNames(file).map((name) => `${file} ${name}`)))
    expect(idle.filter((found) => !used.has(found))).toEqual([])
  })
})

describe('folders', () => {
  test('No folder has more than 17 files side by side: one more belongs into one of them, or into a folder of its own', () => {
    const counts = new Map<string, number>()
    for (const file of sources.filter((name) => /^(app|sandbox)\//.test(name))) {
      const folder = path.posix.dirname(file)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > 17)).toEqual([])
  })
})

test('No file of an address takes from more than 30 others: what it reads or changes is a model’s, or stands in a file beside it', () => {
  const taken = sources
    .filter((file) => started.has(file) && file.startsWith('app/routes/'))
    .map((file) => [file, readFileSync(file, 'utf8').match(/^(import .*|\} )from '/gm)?.length ?? 0] as const)
  expect(taken.filter(([, count]) => count > 30)).toEqual([])
})
