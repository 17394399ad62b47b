import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COAT_NAMES } from '../app/models/school/coat'

const STYLES = readdirSync('app/styles').map((name) => [name, readFileSync(`app/styles/${name}`, 'utf8')] as const)
const face = readFileSync('app/styles/face.css', 'utf8')

/** What floats over the page, each with the file that it is in. */
const FLOATS = [
  'checkout.css',
  'day-sheet.css',
  'parts.css .dialog',
  'parts.css .menu-drop',
  'parts.css .menu-list',
  'toast.css',
]

/** Returns the selectors of the rules that cast a shadow; a ring drawn as one casts none. */
const shadowed = (css: string): string[] =>
  [...css.matchAll(/([^{};]+)\{[^{}]*box-shadow: (?!inset|none|0 0 0)[^;]+/g)].map(([, selector = '']) =>
    selector.replace(/\/\*.*?\*\//gs, '').trim(),
  )

describe('the look', () => {
  test('only what floats has a shadow', () => {
    const found = STYLES.flatMap(([name, css]) => shadowed(css).map((selector) => `${name} ${selector}`))
    expect(found.filter((one) => !FLOATS.some((float) => one.startsWith(float)))).toEqual([])
    expect(found.length).toBeGreaterThan(FLOATS.length - 1)
  })

  test('headings have one weight, above that of what stands out in a text', () => {
    const weights = STYLES.flatMap(([, css]) => [...css.matchAll(/font-weight: (\d+);/g)].map(([, weight]) => weight))
    expect([...new Set(weights)].sort()).toEqual(['400', '600', '700'])
  })

  test('every coat has a color', () => {
    const drawn = [...face.matchAll(/\[data-coat="([a-z-]+)"\]/g)].map(([, coat]) => coat)
    expect(drawn.sort()).toEqual([...COAT_NAMES].sort())
  })

  test('the mark is drawn as the icon of the tab is', () => {
    const drawing = (file: string) => /d="(M3\.5[^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]
    expect(drawing('app/components/nav/mark.tsx')).toBe(drawing('public/favicon.svg'))
  })
})
