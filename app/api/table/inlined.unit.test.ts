import { expect, test } from 'vitest'
import { inlined } from './inlined'

test('References are replaced by their schemas, however deep', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const schemas = { Horse: { type: 'string' }, Stable: { properties: { horses: { items: ref('Horse') } } } }
  const { paths } = inlined({ components: { schemas }, paths: { '/stable': { schema: ref('Stable') } } })
  expect(paths['/stable'].schema).toEqual({ properties: { horses: { items: { type: 'string' } } } })
})
