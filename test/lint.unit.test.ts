import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importsOf, reachedFrom, sourceFiles } from './imports'

const MISTAKE = `import { useFetcher } from '@remix-run/react'
import { useState } from 'react'

export default function Hello() {
  const [count, setCount] = useState(0)
  const { state } = useFetcher()
  return (
    <button type="button" ref={null} onClick={() => setCount(count + 1)}>
      Clicked {count} {state}
    </button>
  )
}
`

const root = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'stirrup-lint-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** How often the rules refuse the mistake in a file of this name. */
function refusalsIn(file: string): number {
  for (const part of ['biome.json', 'scripts/lint'])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(copy, file), MISTAKE)
  const biome = path.join(root, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', '--colors=off', file], {
    cwd: copy,
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`.split('A page has no React in the browser').length - 1
}

describe('pages without React in the browser', () => {
  test('A hook, a fetcher, a ref and a handler are each refused in a page and in a component', () => {
    expect(['app/routes/portal/hello.tsx', 'app/components/ui/hello.tsx'].map(refusalsIn)).toEqual([4, 4])
  })

  test('They are allowed in an island and in what the browser loads', () => {
    expect(['app/routes/portal/hello.island.tsx', 'app/browser/islands/hello.tsx'].map(refusalsIn)).toEqual([0, 0])
  })

  test('A file is named an island only if the browser loads it', () => {
    const inBrowser = reachedFrom(importsOf(sourceFiles('app')), sourceFiles('app/browser'))
    const islands = sourceFiles('app').filter((file) => file.includes('.island.'))
    expect(islands).not.toEqual([])
    expect(islands.filter((file) => !inBrowser.has(file))).toEqual([])
  })
})
