import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GREEN, linearOf, SCHOOL_COLORS, type SchoolColor, schoolColorOf, TONES, toneOf } from './school-color'

const COLORS: (SchoolColor | null)[] = [null, ...(Object.keys(SCHOOL_COLORS) as SchoolColor[])]
const css = readFileSync('app/styles/tokens.css', 'utf8')

/** The relative luminance of WCAG 2. */
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string) => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

test('Every color is as readable as the green one, light and dark', () => {
  for (const color of COLORS) {
    const tone = (name: keyof typeof TONES) => toneOf(color, name)
    const pairs = {
      'white on brand': ['#ffffff', tone('brand')],
      'brand on paper': [tone('brand'), '#fbf8f2'],
      'brand on sunk': [tone('brand'), '#efe8db'],
      'ink on soft': [tone('ink'), tone('soft')],
      'brand on soft': [tone('brand'), tone('soft')],
      'dark: on brand': [tone('darkOn'), tone('darkBrand')],
      'dark: on strong': [tone('darkOn'), tone('darkStrong')],
      'dark: brand on surface': [tone('darkBrand'), '#1f1c17'],
      'dark: brand on sunk': [tone('darkBrand'), '#2a261f'],
      'dark: ink on soft': [tone('darkInk'), tone('darkSoft')],
      'dark: on banner': [tone('darkOnBanner'), tone('darkBanner')],
    }
    for (const [pair, [one = '', other = '']] of Object.entries(pairs))
      expect(contrast(one, other), `${color}, ${pair}`).toBeGreaterThan(4.5)
  }
})

test('Every tone of every color exists on every screen', () => {
  for (const color of COLORS)
    for (const [lightness, part] of Object.values(TONES)) {
      const { hue, chroma } = color ? SCHOOL_COLORS[color] : GREEN
      const channels = linearOf(lightness, chroma * part, hue)
      expect(Math.min(...channels), `${color} ${lightness}`).toBeGreaterThan(-0.002)
      expect(Math.max(...channels), `${color} ${lightness}`).toBeLessThan(1.002)
    }
})

test('The styles have the same tones, and green is what it was', () => {
  for (const [lightness, part] of Object.values(TONES)) {
    const chroma = part === 1 ? 'var(--brand-chroma)' : `calc(var(--brand-chroma) * ${part})`
    expect(css).toContain(`oklch(${lightness} ${chroma} var(--brand-hue))`)
  }
  expect(contrast(toneOf(null, 'brand'), '#24563a')).toBeLessThan(1.03)
})

test('A color that is no longer offered is none', () => {
  expect([schoolColorOf('navy'), schoolColorOf('beige'), schoolColorOf(null)]).toEqual(['navy', null, null])
})
