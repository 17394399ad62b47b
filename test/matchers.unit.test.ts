import { expect, test } from 'vitest'
import { notFound, Refused } from '~/platform/refused'

const answerOf = (status: number, location?: string, body?: unknown) => ({
  status,
  headers: new Headers(location ? { Location: location } : {}),
  body,
})

test('A refusal is known by its code, thrown or answered', async () => {
  await expect(Promise.reject(new Refused('in_use', 'It is booked.'))).rejects.toBeRefused('in_use', 'booked')
  expect(answerOf(404, undefined, { code: 'not_found', message: 'Not found' })).toBeRefused('not_found', /^Not/)
  expect(notFound()).not.toBeRefused('in_use')
  expect(notFound()).not.toBeRefused('not_found', 'Horse')
  expect(new Error('Not found')).not.toBeRefused('not_found')
})

test('An answer leads where it says, and only a redirect does', () => {
  expect(answerOf(302, '/a')).toRedirect('/a')
  expect(answerOf(302, '/a')).not.toRedirect('/b')
  expect(answerOf(201, '/a')).not.toRedirect('/a')
})
