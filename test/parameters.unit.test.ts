import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports'

const MOST = 4

/** By file and name: the signature of this one is Remix's. */
const EXCEPTIONS = ['entry.server.tsx handleRequest']

/** Returns the name of a function, or of what it is assigned to. */
const nameOf = (node: ts.SignatureDeclaration): string =>
  (node.name ?? (node.parent as Partial<ts.NamedDeclaration>).name)?.getText() ?? 'a function without a name'

function tooLong(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.length > MOST) found.push(`${path.basename(file)} ${nameOf(node)}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

test('No function takes more than four parameters: what belongs together is one object with a name', () => {
  expect(sourceFiles('app').flatMap(tooLong).sort()).toEqual(EXCEPTIONS.sort())
})
