import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'
import { cycles, exportedNames, type Import, importsOf, reachedFrom, sourceFiles, testFiles, textsOf } from './imports'

/** What each layer may import, besides itself. docs/architecture.md shows it as a picture. */
const MAY_USE: Record<string, string[]> = {
  'app/generated': [],
  'app/utils': [],
  'app/platform': ['app/utils', 'app/generated'],
  'app/services/stripe': ['app/platform', 'app/utils'],
  'app/models': ['app/services/stripe', 'app/platform', 'app/utils', 'app/generated'],
  'app/emails': ['app/models', 'app/utils'],
  'app/services': ['app/models', 'app/services/stripe', 'app/emails', 'app/platform', 'app/utils', 'app/generated'],
  commands: [
    ...['app/services', 'app/services/stripe', 'app/emails', 'app/models', 'app/platform', 'app/utils'],
    'app/generated',
  ],
  'app/components': ['app/models', 'app/utils'],
  'app/web': [
    'commands',
    'app/services',
    'app/services/stripe',
    'app/models',
    'app/platform',
    'app/utils',
    'app/generated',
  ],
  'app/api': ['app/web', 'commands', 'app/services', 'app/services/stripe', 'app/models', 'app/platform', 'app/utils'],
  'app/jobs': ['app/web', 'commands', 'app/services', 'app/services/stripe', 'app/models', 'app/platform', 'app/utils'],
  'app/routes': [
    'app/api',
    'app/web',
    'commands',
    'app/services',
    'app/services/stripe',
    'app/models',
    'app/components',
    'app/platform',
    'app/utils',
  ],
  'app/browser': ['app/routes', 'app/components', 'app/models', 'app/platform', 'app/utils'],
  sandbox: [],
  server: ['app/platform'],
}

/** Folders of `app/models` that ask the provider to do something and write to families about it, so they may use services. */
const COMMANDS = [
  ...['sync', 'methods', 'paying', 'refunds', 'subscribing', 'events', 'reconcile', 'families', 'connection'],
].map((name) => `money/${name}`)

/**
 * The folders of `app/models`, in an order in which each imports only from itself and from those before it: first what every subject
 * needs, last what reads several of them. docs/architecture.md lists what each contains.
 */
const MODELS = [
  ...['vocabulary', 'log', 'school', 'people/accounts', 'people/families', 'allowance', 'notices', 'waivers'],
  ...[
    'vocabulary',
    'week',
    'match',
    'snapshot',
    'offers',
    'lessons',
    'workload',
    'horses',
    'attendance',
    'closing',
    'rides',
  ].map((name) => `schedule/${name}`),
  ...['places', 'instructors', 'arenas', 'season', 'change', 'makeups', 'waitlist'].map((name) => `schedule/${name}`),
  ...['catalog', 'issues', 'payments', 'subscriptions', 'donations'].map((name) => `money/${name}`),
  ...['students', 'bookkeeping', 'portal', 'office-week', 'unsent', 'merge', 'privacy', 'imports'],
  ...COMMANDS,
]
const folderOf = (file: string) => MODELS.findIndex((folder) => file.startsWith(`app/models/${folder}/`))

const layers = Object.keys(MAY_USE)
const layerOf = (file: string) =>
  COMMANDS.some((folder) => file.startsWith(`app/models/${folder}/`))
    ? 'commands'
    : (layers.find((layer) => file.startsWith(`${layer}/`)) ?? path.posix.dirname(file))
const sources = sourceFiles('app', 'sandbox', 'server', 'scripts', 'prisma')
const imports = importsOf(sources)

function isAllowed({ from, to, typeOnly, dynamic }: Import): boolean {
  const [lower, upper] = [layerOf(to), layerOf(from)]
  if (lower === upper || MAY_USE[upper]?.includes(lower)) return true
  // The provider's adapter knows the words of the models, but none of their rules.
  if (upper === 'app/services/stripe' && to.startsWith('app/models/vocabulary/')) return true
  // A provider may use the sandbox's types, and the demo opens it on demand.
  if (upper?.startsWith('app/services') && lower === 'sandbox')
    return typeOnly || from.endsWith('/sandbox-provider.server.ts')
  // A page may use the type of an island's props.
  if (from === 'app/components/island.tsx' && to === 'app/browser/islands.ts') return typeOnly
  // An answer may use the props type of the component that shows it.
  return upper === 'app/web' && lower === 'app/components' && typeOnly && !dynamic
}

describe('The layers', () => {
  test.each(layers)('%s imports only what lies below it', (layer) => {
    const upwards = imports.filter((found) => layerOf(found.from) === layer && !isAllowed(found))
    expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('No file imports itself indirectly', () => {
    expect(cycles(imports)).toEqual([])
  })

  test('Every file of app/models is in a folder of the order', () => {
    expect(sources.filter((file) => file.startsWith('app/models/') && folderOf(file) < 0)).toEqual([])
  })

  test('A folder of app/models imports only from itself and from those before it', () => {
    const upwards = imports.filter(
      ({ from, to }) => from.startsWith('app/models/') && to.startsWith('app/models/') && folderOf(to) > folderOf(from),
    )
    expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('docs/architecture.md lists the folders of app/models in their order', () => {
    const [, subjects = ''] =
      /### Subjects\n([\s\S]*?)\n\n[A-Z#]/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
    expect([...subjects.matchAll(/^\| `([a-z]+(?:[/-][a-z]+)*)` \|/gm)].map(([, folder]) => folder)).toEqual(MODELS)
  })

  test('Only the demo loads the sandbox and the sample school', () => {
    const loaded = reachedFrom(imports, ['app/entry.server.tsx'])
    expect([...loaded].filter((file) => /^sandbox\/|^prisma\/seed\/(?!catalog)/.test(file))).toEqual([])
  })

  test('What asks the payment provider decides nothing: it touches no row and refuses only what the provider refuses', () => {
    const adapter = sources.filter((file) => file.startsWith('app/services/stripe/'))
    const rows = imports.filter(({ from, to }) => adapter.includes(from) && /^app\/platform\/(audit|db|tx)\./.test(to))
    expect(rows.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
    const codes = adapter.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new Refused\(\s*'(\w+)'/g)].map(([, code]) => code),
    )
    // `invalid`: a key that the provider does not take, at its field.
    expect(new Set(codes)).toEqual(new Set(['not_set_up', 'provider_unavailable', 'provider_refused', 'invalid']))
  })

  test('Every upsert has something to update: two empty ones at once would both create, and one would fail', () => {
    const upserts = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.upsert\(\{[\s\S]*?\n\s*update: ([^\n]*)/g)].map(([, update]) => [
        file,
        update,
      ]),
    )
    expect(upserts.length).toBeGreaterThan(2)
    expect(upserts.filter(([, update]) => /\{\s*\}/.test(update!))).toEqual([])
  })

  test('Texts are compared without regard to case by one function, which escapes patterns', () => {
    const files = sources.filter((file) => readFileSync(file, 'utf8').includes("mode: 'insensitive'"))
    expect(files).toEqual(['app/platform/search.server.ts'])
  })

  test('A component imports nothing but types from a file that needs the database or the network', () => {
    const values = imports.filter(
      ({ from, to, typeOnly }) => from.startsWith('app/components/') && to.includes('.server.') && !typeOnly,
    )
    expect(values.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })
})

/** Files that nothing imports because something else starts them: Remix, Node, `package.json`, an address of `app/routes.ts`. */
const started = new Set([
  'scripts/kill/preload.mjs',
  // package.json names it for browsers.
  'app/utils/text/text.browser.ts',
  ...['app/root.tsx', 'app/entry.server.tsx', 'app/entry.client.tsx', 'app/routes.ts', 'app/load-context.d.ts'],
  'app/browser/main.ts',
  'app/browser/reload.ts',
  'app/browser/sheet/worker.ts',
  ...['server/index.ts', 'server/dev.ts', 'server/embedded-postgres/worker.ts', 'sandbox/stripe/serve.ts'],
  'scripts/kill/preload.mjs',
  // package.json names it for browsers.
  'app/utils/text/text.browser.ts',
  ...sources.filter((file) => /^scripts\/[^/]+$/.test(file)),
  ...sources
    .filter((file) => file.endsWith('/routes.ts') || file === 'app/routes.ts')
    .flatMap(textsOf)
    .map((text) => `app/${text}`),
])

describe('Unused code', () => {
  const everyImport = [...imports, ...importsOf(testFiles('app', 'sandbox', 'server', 'scripts', 'prisma', 'test'))]

  test('Every file is imported by another that is not a test, or is started', () => {
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
  test('No folder has more than 17 files side by side', () => {
    const counts = new Map<string, number>()
    for (const file of sources.filter((name) => /^(app|sandbox)\//.test(name))) {
      const folder = path.posix.dirname(file)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > 17)).toEqual([])
  })
})

test('No route file imports from more than 30 others: what it reads or changes belongs to a model, or to a file beside it', () => {
  const taken = sources
    .filter((file) => started.has(file) && file.startsWith('app/routes/'))
    .map((file) => [file, readFileSync(file, 'utf8').match(/^(import .*|\} )from '/gm)?.length ?? 0] as const)
  expect(taken.filter(([, count]) => count > 30)).toEqual([])
})
