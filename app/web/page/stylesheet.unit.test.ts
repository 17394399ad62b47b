import { expect, test } from 'vitest'
import { stylesheetFor } from './stylesheet.server'

const asks = (cookie = '') => stylesheetFor(new Request('http://stirrup.test/', { headers: { Cookie: cookie } }))

test('A first page contains the styles, further ones link to the file until it changes', async () => {
  const first = await asks()
  expect(first.stylesheet.css).toBeTypeOf('string')
  const [cookie = ''] = (first.setCookie ?? '').split(';')
  expect(await asks(cookie)).toEqual({ stylesheet: { href: first.stylesheet.href } })
  const older = await asks('css=IuKAnC9hc3NldHMvb2xkLmNzcw')
  expect(older.stylesheet).toEqual(first.stylesheet)
  expect(older.setCookie).toBe(first.setCookie)
})
