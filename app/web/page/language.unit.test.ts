import { expect, test } from 'vitest'
import { languageOf } from './language.server'

const ofPath = (path: string) => languageOf({ path, cookie: 'language=es', accepted: [] })

test.each(['/', '/purchase', '/api/payment/check', '/api/payment/price'])('%s answers in Spanish', (path) => {
  expect(ofPath(path)).toBe('es')
})

test.each(['/admin', '/teaching', '/api/payment/create', '/api/rides'])('%s answers in English', (path) => {
  expect(ofPath(path)).toBe('en')
})
