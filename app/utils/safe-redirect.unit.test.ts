import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect'

test.each([
  ['/profile', '/profile'],
  ['/purchase?tab=add-ons#summary', '/purchase?tab=add-ons#summary'],
  ['/a/../b', '/b'],
])('The path %s stays on this site', (to, path) => {
  expect(safeRedirect(to)).toBe(path)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '\\/evil.example',
  'javascript:alert(1)',
  'profile',
  '',
  null,
  undefined,
  {},
])('The path %j falls back to this site', (to) => {
  expect(safeRedirect(to, '/home')).toBe('/home')
})

test('A path that is accepted never leads elsewhere in a browser', () => {
  const parts = ['/', '\\', '.', '..', '\t', '\n', 'evil.example', '@', ':', '%2f']
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts) {
          const path = safeRedirect(`/${a}${b}${c}${d}`)
          expect(new URL(path, 'https://school.example').host).toBe('school.example')
        }
})
