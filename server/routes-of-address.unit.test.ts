import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import type { RouteConfigEntry } from '@remix-run/route-config'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import addresses from '~/routes'
import { narrowBuild } from './routes-of-address'

type Tree = { id: string; path?: string } & (
  | { index: true; children?: undefined }
  | { index?: false; children?: Tree[] }
)

/** Arranges routes under the root as Remix does. */
const rooted = (entries: RouteConfigEntry[]): Tree[] => {
  const treeOf = ({ id, file, path, index, children }: RouteConfigEntry): Tree =>
    index ? { id: id ?? file, path, index } : { id: id ?? file, path, children: children?.map(treeOf) }
  return [{ id: 'root', path: '', children: entries.map(treeOf) }]
}

function buildOf(tree: Tree[]): ServerBuild {
  const module = { loader: () => Response.json({}) }
  const flat = (trees: Tree[], parentId?: string): [string, object][] =>
    trees.flatMap(({ children = [], ...route }) => [
      [route.id, { ...route, parentId, module }],
      ...flat(children, route.id),
    ])
  const routes = Object.fromEntries(flat(tree))
  return { routes, assets: { routes }, entry: { module: {} }, future: {} } as unknown as ServerBuild
}

function treeOf({ routes }: ServerBuild, parentId?: string): Tree[] {
  const own = Object.values(routes).filter((route) => route.parentId === parentId)
  return own.map(({ id, path, index }) =>
    index ? { id, path, index } : { id, path, children: treeOf({ routes } as ServerBuild, id) },
  )
}

const matched = (tree: Tree[], path: string) =>
  matchRoutes(tree, path)?.map(({ route, params, pathname, pathnameBase }) => [
    route.id,
    params,
    pathname,
    pathnameBase,
  ])

/** Returns a function that fails if the reduced routes of a path lead elsewhere than all of them. */
function comparing(tree: Tree[]) {
  const narrow = narrowBuild(buildOf(tree))
  return (path: string): void => {
    expect([path, matched(treeOf(narrow(path)), path)]).toEqual([path, matched(tree, path)])
  }
}

const all = rooted(addresses)

/** Returns every address of the product, with a value for each parameter. */
function pathsOf(tree: Tree[], above = ''): string[] {
  return tree.flatMap(({ path = '', children = [] }) => {
    const here = [above, path].filter(Boolean).join('/')
    return [`/${here.replace(/:\w+/g, 'x1').replace('*', 'some/thing')}`, ...pathsOf(children, here)]
  })
}

const words = [...new Set(pathsOf(all).flatMap((path) => path.split('/')))]
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  fc.constantFrom(
    'new',
    'edit',
    '2026-11-20',
    '%2F',
    'a%2Fb',
    '%E0%A4%A',
    'ADMIN',
    'Students',
    '%61uth',
    '*',
    ':id',
    'x.data',
    '..',
    'ſettings',
  ),
  fc.webSegment(),
)
const address = fc.array(word, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`)

// The router warns about addresses that it cannot decode.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

// Each address is matched among all routes too, which is slow.
describe('Only the routes that an address can lead to are handed on', () => {
  test('Every address leads where it led among all routes', () => {
    const compare = comparing(all)
    for (const path of pathsOf(all))
      for (const written of [path, `${path}/`, path.toUpperCase(), `${path}//x`]) compare(written)
  })

  test('Random addresses lead where they led among all routes', () => {
    const compare = comparing(all)
    fc.assert(fc.property(address, compare), { numRuns: 500 })
  })

  test('Addresses of random routes lead where they led among all of them', () => {
    const part = fc.constantFrom('a', 'b', 'c', ':x', ':y', 'a/b', 'b/:x', 'a?', ':x?', '*', 'c/*', 'a.b', '')
    let made = 0
    const tree = fc.letrec<{ node: Tree }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.record({ path: fc.option(part, { nil: undefined }), index: fc.boolean() }),
        fc.record({ path: fc.option(part, { nil: undefined }), children: fc.array(tie('node'), { maxLength: 4 }) }),
      ) as fc.Arbitrary<Tree>,
    })).node
    const named = (node: Tree): Tree => {
      const id = `r${made++}`
      return node.index ? { ...node, id } : { ...node, id, children: node.children?.map(named) }
    }
    const path = fc.array(fc.constantFrom('a', 'b', 'c', 'A', 'x', 'a.b', '', 'a%2Fb'), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 5 }), fc.array(path, { minLength: 5 }), (nodes, paths) => {
        const compare = comparing([{ id: 'root', path: '', children: nodes.map(named) }])
        for (const parts of paths) compare(`/${parts.join('/')}`)
      }),
      { numRuns: 150 },
    )
  })

  test('The reduced routes are few, and the same objects for the same routes', () => {
    const narrow = narrowBuild(buildOf(all))
    expect(Object.keys(narrow('/auth').routes).length).toBeLessThanOrEqual(3)
    expect(Object.keys(narrow('/auth').assets.routes)).toEqual(Object.keys(narrow('/auth').routes))
    expect(narrow('/students/a/edit')).toBe(narrow('/students/b/edit'))
    const kinds = new Set(fc.sample(address, 3_000).map(narrow))
    expect(kinds.size).toBeLessThan(200)
  })
})
