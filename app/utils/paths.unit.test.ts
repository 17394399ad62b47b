import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '../routes'
import { isAdminPath } from './paths'

test('Each office screen is shown in the office’s frame, because isAdminPath knows the first word of its address', () => {
  const office = (routes as RouteConfigEntry[]).filter(({ file, id }) => file === 'routes/office/layout.tsx' && !id)
  const addresses = office.flatMap(({ children = [] }) => children.map(({ path }) => `/${path}`))
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => !isAdminPath(address))).toEqual([])
})
