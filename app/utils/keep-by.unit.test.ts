import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../../test/imports'
import { perZone } from './keep-by'

/** Settings are read once, and a zone that does not exist is found by trying it. */
const TRIES_ZONES = 'app/platform/env/variables.ts'

/** The lines on which a file makes a formatter each time a function is called. */
function madePerCall(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!text.includes('new Intl.')) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node) && node.expression.getText().startsWith('Intl.') && isInCall(node)) {
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isInCall(node: ts.Node): boolean {
  if (!node.parent) return false
  if (!ts.isFunctionLike(node)) return isInCall(node.parent)
  const { parent } = node
  return !(ts.isCallExpression(parent) && parent.expression.getText() === 'perZone')
}

describe('What is costly to make is made once', () => {
  test('No formatter is made each time that a function is called', () => {
    const files = sourceFiles('app', 'server').filter((file) => file !== TRIES_ZONES)
    expect(files.flatMap(madePerCall)).toEqual([])
  })

  test('A formatter is made once a time zone', () => {
    const made: string[] = []
    const inZone = perZone((zone) => made.push(zone))
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Europe/Berlin']) inZone(zone)
    expect(made).toEqual(['Europe/Berlin', 'America/New_York'])
  })
})
