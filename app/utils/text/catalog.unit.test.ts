import { readdirSync, readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { inLanguage, parts, t } from '#text'
import { START_MONTHS } from '~/models/money/catalog/order-choice'
import { PAYMENT_METHODS } from '~/models/money/payments/offline/record-payment.schema'
import { NOTHING_SELECTED, WRONG_QUANTITIES } from '~/models/money/payments/order.schema'
import { ATTENDANCE, attendanceLabel, officeLabel } from '~/models/vocabulary/attendance'
import { LEVELS } from '~/models/vocabulary/level'
import { sourceFiles } from '../../../test/imports'
import { ACCESS_DENIED, CONFIRM_TITLE } from '../confirmation'
import { es } from './es'
import { account } from './es/account'
import { common } from './es/common'
import { mail } from './es/mail'
import { money } from './es/money'
import { rides } from './es/rides'
import { scripts } from './es/scripts'

const MADE = { common, scripts, account, rides, money, mail }

/** The functions whose first argument is a message, and the attribute that is one. */
const CALLS = ['t', 'parts']
const ELEMENT = 'Rich'

/** The messages that one file writes out. What `t` gets from elsewhere is in `TABLES`, or `untranslated.unit.test.ts` finds it. */
function messagesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!text.includes("'#text'") && !text.includes('/rich')) return []
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && CALLS.includes(node.expression.getText())) {
      const [first] = node.arguments
      if (first) found.push(...literalsOf(first))
    }
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === ELEMENT) {
      for (const attribute of node.attributes.properties) {
        if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== 'text') continue
        const value = attribute.initializer
        if (value && ts.isStringLiteral(value)) found.push(value.text)
        else if (value && ts.isJsxExpression(value) && value.expression) found.push(...literalsOf(value.expression))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

/** The literals of an expression, both of `a ? 'x' : 'y'`, and that of `a ?? 'x'`. */
function literalsOf(expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return literalsOf(expression.expression)
  if (ts.isConditionalExpression(expression))
    return [...literalsOf(expression.whenTrue), ...literalsOf(expression.whenFalse)]
  if (ts.isBinaryExpression(expression)) return [...literalsOf(expression.left), ...literalsOf(expression.right)]
  return []
}

/** English texts of tables, which are translated where a family sees them. */
const TABLES: string[] = [
  ...Object.values(START_MONTHS),
  ...Object.values(PAYMENT_METHODS),
  ...[NOTHING_SELECTED, WRONG_QUANTITIES],
  ...ATTENDANCE.flatMap((attendance) => [attendanceLabel(attendance), officeLabel(attendance)]),
  ...[ACCESS_DENIED, CONFIRM_TITLE],
  ...LEVELS.map(({ label }) => label),
]

const used = [...new Set([...sourceFiles('app').flatMap(messagesOf), ...TABLES])]

type Parsed = ReturnType<IntlMessageFormat['getAst']>

/** The placeholders and tags of a message. */
function slotsOf(message: string): string[] {
  const names = new Set<string>()
  const collect = (elements: Parsed) => {
    for (const element of elements) {
      // 0 is text, 7 the number within a plural.
      if (element.type !== 0 && element.type !== 7) names.add(element.value)
      if ('options' in element) for (const { value } of Object.values(element.options)) collect(value)
      if ('children' in element) collect(element.children)
    }
  }
  collect(new IntlMessageFormat(message, 'en').getAst())
  return [...names].sort()
}

describe('The Spanish catalog', () => {
  test('Every text of families has a translation', () => {
    expect(used.filter((message) => !(message in es))).toEqual([])
  })

  test('A text stands in one file of the catalog', () => {
    const all = Object.values(MADE).flatMap((part) => Object.keys(part))
    expect(all.filter((message, place) => all.indexOf(message) !== place)).toEqual([])
  })

  test('A translation has the placeholders of its text', () => {
    const differing = Object.entries(es).filter(([english, spanish]) => `${slotsOf(english)}` !== `${slotsOf(spanish)}`)
    expect(differing).toEqual([])
  })

  test('A text of a script has no plural, which browsers do not know', () => {
    expect(Object.keys(scripts).filter((message) => /\{\w+,/.test(message))).toEqual([])
  })
})

describe('Texts', () => {
  test('A text that the catalog lacks is shown in English', () => {
    expect(inLanguage('es', () => t('Only in this test'))).toBe('Only in this test')
    expect(inLanguage('es', () => t('{count, plural, one {# test} other {# tests}}', { count: 2 }))).toBe('2 tests')
  })

  test('What a tag contains goes to its function', () => {
    expect(parts('Read <a>this</a> first', { a: (inside: string[]) => `[${inside.join('')}]` }).join('')).toBe(
      'Read [this] first',
    )
  })
})

test('No stylesheet selects by a text, which is another one in Spanish', () => {
  const styles = readdirSync('app/styles', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  const byText = /\[(?:data-label|aria-label|title|placeholder|alt)[*^$|~]?=/
  expect(styles.filter((file) => byText.test(readFileSync(`app/styles/${file}`, 'utf8')))).toEqual([])
})
