import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importsOf, reachedFrom, sourceFiles } from './imports'

const MISTAKE = `import { useFetcher, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

export default function Hello() {
  const [count, setCount] = useState(0)
  const [{ state }, navigation, submit] = [useFetcher(), useNavigation(), useSubmit()]
  const form = useRef(null)
  useEffect(() => submit(form.current))
  return (
    <form ref={form} onSubmit={() => setCount(0)}>
      <button type="button" onClick={() => setCount(count + 1)}>
        Clicked {count} {state} {navigation.state}
      </button>
    </form>
  )
}
`

const REPEATED = `export function Fields({ field, meta, dated }) {
  return (
    <>
      <Field label="Name" required maxLength={200} {...field('name')} />
      <Checkbox label="I agree" meta={meta} required />
      <Field label="Day" required={dated} {...field('date')} />
      <Field label="Search" name="search" required maxLength={100} />
    </>
  )
}
`

const root = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'stirrup-lint-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Counts how often the rules refuse this text in a file of this name, with this message. */
function refusals(file: string, text: string, words: string): number {
  for (const part of ['biome.json', 'scripts/lint'])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(copy, file), text)
  const biome = path.join(root, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', '--colors=off', file], {
    cwd: copy,
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`.split(words).length - 1
}

const refusalsIn = (file: string) => refusals(file, MISTAKE, 'A page has no React in the browser')

describe('Pages without React in the browser', () => {
  test('Hooks, a fetcher, the navigation, a ref and handlers are each refused in a page and in a component', () => {
    expect(['app/routes/portal/hello.tsx', 'app/components/ui/hello.tsx'].map(refusalsIn)).toEqual([9, 9])
  })

  test('Hooks and handlers are allowed in an island and in the browser code', () => {
    expect(['app/routes/portal/hello.island.tsx', 'app/browser/islands/hello.tsx'].map(refusalsIn)).toEqual([0, 0])
  })

  test('A file is named an island only if the browser loads it', () => {
    const inBrowser = reachedFrom(importsOf(sourceFiles('app')), sourceFiles('app/browser'))
    const islands = sourceFiles('app').filter((file) => file.includes('.island.'))
    expect(islands).not.toEqual([])
    expect(islands.filter((file) => !inBrowser.has(file))).toEqual([])
  })
})

describe('Forms and their schemas', () => {
  test('A field that repeats its schema is refused; what depends on something else, or has no schema, is not', () => {
    const words = 'The schema of the form says this'
    expect(refusals('app/routes/office/fields.tsx', REPEATED, words)).toBe(2)
  })
})
