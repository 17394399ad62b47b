import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../../test/imports'
import { perZone } from './cache-by'

/** This file reads settings once, and finds an invalid time zone by trying it. */
const TRIES_ZONES = 'app/platform/env/variables.ts'

/** Returns the lines on which a file creates a formatter each time a function is called. */
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

/** What calls its function once a zone, or once a language. */
const CACHING = ['perZone', 'perLanguage']

function isInCall(node: ts.Node): boolean {
  if (!node.parent) return false
  if (!ts.isFunctionLike(node)) return isInCall(node.parent)
  const { parent } = node
  return !(ts.isCallExpression(parent) && CACHING.includes(parent.expression.getText()))
}

describe('Costly formatters are created once', () => {
  test('No formatter is created on each call of a function', () => {
    const files = sourceFiles('app', 'server').filter((file) => file !== TRIES_ZONES)
    expect(files.flatMap(madePerCall)).toEqual([])
  })

  test('A formatter is created once per time zone', () => {
    const made: string[] = []
    const inZone = perZone((zone) => made.push(zone))
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Europe/Berlin']) inZone(zone)
    expect(made).toEqual(['Europe/Berlin', 'America/New_York'])
  })
})
