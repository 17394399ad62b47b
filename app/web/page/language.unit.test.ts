import { expect, test } from 'vitest'
import { chosenLanguage, languageOf } from './language.server'

const asked = { path: '/', cookie: undefined, accepted: [] as string[] }

test('A page is in the best language that the browser accepts, and in English if it accepts neither', () => {
  expect(languageOf(asked)).toBe('en')
  expect(languageOf({ ...asked, accepted: ['es-MX', 'en'] })).toBe('es')
  expect(languageOf({ ...asked, accepted: ['en-US', 'es'] })).toBe('en')
  expect(languageOf({ ...asked, accepted: ['fr', 'ES', 'en'] })).toBe('es')
  expect(languageOf({ ...asked, accepted: ['fr', '*'] })).toBe('en')
})

test('The language that was chosen counts more, among other cookies and unless it is none of ours', () => {
  const spanish = ['es', 'en']
  expect(languageOf({ ...asked, cookie: 'csrf=x; language=en; css=y', accepted: spanish })).toBe('en')
  expect(languageOf({ ...asked, cookie: 'language=es' })).toBe('es')
  expect(languageOf({ ...asked, cookie: 'language=fr', accepted: spanish })).toBe('es')
  expect(languageOf({ ...asked, cookie: 'my_language=es' })).toBe('en')
  expect(['', 'language=', 'language=fr', 'language=es'].map(chosenLanguage)).toEqual([
    undefined,
    undefined,
    undefined,
    'es',
  ])
})

test('The office, instructors and the API are in English whatever was chosen', () => {
  const spanish = { cookie: 'language=es', accepted: ['es'] }
  for (const path of [
    '/admin',
    '/admin/day?date=2026-01-01',
    '/students',
    '/teaching',
    '/api/login',
    '/api/payment/create',
    '/settings',
  ])
    expect(languageOf({ ...spanish, path })).toBe('en')
  for (const path of ['/', '/profile', '/purchase', '/auth', '/teachings', '/api/payment/check', '/api/payment/price'])
    expect(languageOf({ ...spanish, path })).toBe('es')
})
