import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licenseList, packagesOf, readLock } from '../scripts/licenses.mjs'
import { sourceFiles, testFiles } from './imports'

const read = (file: string) => readFileSync(file, 'utf8')
const { dependencies, devDependencies, allowScripts } = JSON.parse(read('package.json'))
const direct = Object.keys({ ...dependencies, ...devDependencies })
const packages = packagesOf(readLock())

/** Packages that nothing imports, and why. */
const NO_IMPORT: Record<string, string> = {
  '@biomejs/biome': 'a command',
  tsx: 'a command',
  tailwindcss: 'the styles import it',
  playwright: 'installs a browser; @playwright/test drives it',
  '@prisma/client': 'the client made from the schema imports it',
  preact: 'scripts/bundle-browser.mjs puts it in the place of React',
  'crypto-js': 'a peer of remix-utils',
  '@remix-run/serve': 'a command',
  'typescript-native': 'a command',
}

/** Licenses that require no more than a notice. Those of the second line cover tools that are not part of the application. */
const LICENSES = [
  'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD MIT-0 BlueOak-1.0.0 CC0-1.0 Unlicense'.split(' '),
  ['MIT OR Apache-2.0', 'MIT and ISC', '(Apache-2.0 AND MIT)', '(MIT OR CC0-1.0)', '(Unlicense OR Apache-2.0)'],
].flat()
const LICENSES_OF_TOOLS = [...LICENSES, 'MPL-2.0', 'EPL-2.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Python-2.0']

test('Each direct dependency has a stated purpose, and is used', () => {
  const rows = read('docs/decisions/01-dependencies-and-what-comes-after-remix-2.md')
  const named = [...rows.matchAll(/^\| (`.*) \|/gm)].flatMap(([, cell]) => [
    ...cell!.split(' | ')[0]!.matchAll(/`([^`]+)`/g),
  ])
  const patterns = named.map(([, name]) => new RegExp(`^${name!.replace('*', '.*')}$`))
  const isNamed = (name: string) => patterns.some((pattern) => pattern.test(name))
  expect(direct.filter((name) => !isNamed(name))).toEqual([])

  const settings = ['vite.config.ts', 'prisma.config.ts', 'playwright.config.ts', 'vitest.config.ts']
  const folders = ['app', 'sandbox', 'server', 'scripts', 'prisma']
  const files = [...sourceFiles(...folders), ...testFiles(...folders, 'test', 'e2e'), ...settings]
  const text = files
    .filter((file) => !file.includes('supply-chain'))
    .map(read)
    .join('\n')
  const isUsed = (name: string) =>
    name.startsWith('@types/') || new RegExp(`(from|import) \\(?'${name}[/']|import\\('${name}[/']`).test(text)
  expect(direct.filter((name) => !isUsed(name)).sort()).toEqual(Object.keys(NO_IMPORT).sort())
})

test('The packages of Prisma have one version', () => {
  const pinned = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(([name]) => /prisma/.test(name))
  // The engine's version ends with its commit.
  const versions = pinned.map(([, version]) => version.split('-')[0])
  expect(new Set(versions).size, String(pinned)).toBe(1)
})

test('Each package of the lock file has a checksum and an acceptable license', () => {
  expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
  const allowed = (runs: boolean) => (runs ? LICENSES : LICENSES_OF_TOOLS)
  expect(packages.filter(({ license, runs }) => !allowed(runs).includes(license)).map(({ name }) => name)).toEqual([])
})

test('The list of licenses names each package once, separated into what runs and what builds', () => {
  const [runs = '', builds = ''] = licenseList().split('## What building')
  const names = (text: string) =>
    [...text.matchAll(/^\| [^|]+ \| \d+ \| (.+) \|$/gm)].flatMap(([, cell]) => cell!.split(', '))
  expect(names(runs)).toContain('react')
  expect(names(builds)).toContain('vitest')
  expect(new Set([...names(runs), ...names(builds)])).toEqual(new Set(packages.map(({ name }) => name)))
})

test('No package runs an install script', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const withScripts = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  expect(allowScripts).toEqual(Object.fromEntries([...withScripts].map((name) => [name, false])))
})
