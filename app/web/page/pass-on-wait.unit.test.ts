import { expect, test } from 'vitest'
import { passOnWait } from './pass-on-wait'

test('A page whose form is refused for now says when to try again, and passes on no other header of its action', () => {
  const headers = new Headers({ 'Content-Type': 'text/html' })
  passOnWait({ 'routes/auth': new Headers({ 'Retry-After': '300', 'X-Other': 'a' }), root: new Headers() }, headers)
  expect([...headers]).toEqual([
    ['content-type', 'text/html'],
    ['retry-after', '300'],
  ])
})
