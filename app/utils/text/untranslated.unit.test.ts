import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { inLanguage, t } from '#text'
import { sourceFiles } from '../../../test/imports'
import { declarationsReachedFrom } from '../../../test/reach'
import { es } from './es'

// What the screens of families use, function by function, and which texts of it have no Spanish: in markup, in refusals, in the
// messages of forms, and in any other sentence. A sentence with something put into it can only be translated by `t`.

/** Screens that the office and instructors alone see. */
const OF_STAFF =
  /^app\/routes\/(portal\/demo\/|account\/(second-step|passkey|remove-passkey)|auth\/(first-administrator|test-login|logout))/

/** Code that families' screens use, with texts that families do not read. */
const NOT_THEIRS = [
  // The catalog, and what has tests of its own.
  ...['app/utils/text/', 'app/emails/', 'app/generated/', 'prisma/'],
  // Navigation of the office and of instructors.
  ...['app/components/nav/office-search.tsx', 'app/components/nav/places.ts', 'app/components/office/'],
  // What the office is told of payments, horses, and lessons, and what it alone does.
  ...['app/models/money/issues/', 'app/models/money/sync/', 'app/models/money/reconcile/'],
  ...[
    'app/models/money/subscriptions/items/item-problems.ts',
    'app/models/schedule/horses/',
    'app/models/schedule/snapshot/',
    'app/models/schedule/lessons/change-lesson.server.ts',
  ],
  ...['app/models/school/face/', 'app/models/vocabulary/retention.ts', 'app/models/vocabulary/counters.ts'],
  // The files of a family's data, which say what is stored; the configuration, and codes for programs.
  ...['app/models/privacy/', 'app/platform/env', 'app/platform/refused.ts'],
]

/** Texts beside those of families. */
const NOT_READ_BY_THEM = new Set([
  // Of instructors.
  'A lesson you teach was moved, canceled, or restored, or a rider can’t come.',
  "Add your lessons and who rides in them to your phone's calendar. It updates automatically.",
  'Anyone with this link can see your lessons and who rides in them. Resetting it turns off the old link.',
  // Of the office.
  ...['This spot was already taken.', 'This spot was already declined.'],
  "This spot is no longer open. They're still in line.",
  ...['{} is already with {} at {}', '{} has {} on {} and is with {}', '{} is marked {} at {}', '{} at {}'],
  ...['{} is back on this ride.', '{} did not come back: {}', 'Its horse is no longer here.'],
  '{} goes with {} now, so this ride has no horse yet.',
  ...['Choose a horse', 'Payments', 'No active account has this email address.'],
  'Email service unavailable. A link into another administrator’s account is only ever mailed: npm run admin on the server prints one.',
  'Please use at least {} characters: you see every family’s data.',
  // Stored, and translated where it is shown.
  ...['{} {}, {} minutes{}', '{} (one-time)', '{} on {}', '{} LEFT JOIN {} ON true'],
  ...['Called off in time', 'Bank account •••• {}'],
  // The provider's page, statuses of answers, logs, and names.
  'Convenience Fee ({})',
  ...['Confirm First', 'Form expired', 'The provider did not answer in time.', 'The attachment {} could not be made'],
  ...['Samsung Internet', 'SHA-256'],
])

const screens = sourceFiles('app/routes/portal', 'app/routes/auth', 'app/routes/account').filter(
  (file) => !OF_STAFF.test(file),
)
const isTheirs = (file: string) => !NOT_THEIRS.some((path) => file.startsWith(path))
const reached = [...declarationsReachedFrom([...screens, 'app/root.tsx'])].filter((one) =>
  isTheirs(one.getSourceFile().fileName),
)

/** Whether a text reads as a sentence or a title of several words. */
const isProse = (text: string): boolean =>
  /^[\p{L}\p{N}\s.,:;!?'’“”()×•–—…+$%&/-]+$/u.test(text) && /^\W*\p{Lu}[\p{Ll}’']*[,.:;]? .*\p{Ll}{2}/u.test(text)

/** Attributes and properties whose texts are read, and those that are none, whatever they look like. */
const READ = /^(label|title|placeholder|alt|hint|submit|busy|description|aria-label|error|message)$/
const NOT_READ = /^(className|class|style|d|viewBox|key|name|id|statusText|data-.*)$/

/** What takes a text to read, and the place of its first argument that is one. */
const TAKES: readonly (readonly [callee: RegExp, at: number])[] = [
  [/^(Refused|RefusedList|Asked|TooManyTries)$/, 1],
  [/^(Outdated|notFound)$/, 0],
  [/\.(min|max|length|regex|refine|int)$/, 1],
  [/^z\.(string|number|array|email)$/, 0],
]

/** Whether a text is where people read it, so that a single word counts. */
function isRead(node: ts.Expression): boolean {
  const { parent } = node
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent) || READ.test(parent.parent.name.getText())
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return READ.test(parent.name.getText())
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isRead(parent)
  if (ts.isParenthesizedExpression(parent)) return isRead(parent)
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false
  const [callee, place] = [parent.expression.getText(), parent.arguments?.indexOf(node) ?? -1]
  return TAKES.some(([takes, at]) => takes.test(callee) && place === at)
}

interface Found {
  at: string
  /** With `{}` for what is put into a template. */
  text: string
}

/** Lists the texts of a declaration that no catalog has. */
function untranslatedIn(declaration: ts.Node): Found[] {
  const source = declaration.getSourceFile()
  const found: Found[] = []
  const add = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push({ at: `${source.fileName}:${line + 1}`, text: text.replace(/\s+/g, ' ').trim() })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return
    if (ts.isNewExpression(node) && /^(Type|Range)?Error$/.test(node.expression.getText())) return
    if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && NOT_READ.test(node.name.getText())) return
    const callee = ts.isCallExpression(node) ? node.expression.getText() : ''
    // Stored, or for a log.
    if (/^(inLanguage|log\w*|console\.\w+)$/.test(callee)) return
    // The messages of these two are looked for by the catalog's own test.
    const isMessage = (child: ts.Node) =>
      (/^(t|parts)$/.test(callee) && ts.isCallExpression(node) && child === node.arguments[0]) ||
      (ts.isJsxAttribute(child) && child.name.getText() === 'text' && /^<Rich\b/.test(node.parent.getText()))
    const isText = (text: string) => isProse(text) || (isRead(node as ts.Expression) && /\p{L}{2}/u.test(text))
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) add(node, node.text)
    else if (ts.isStringLiteralLike(node)) {
      if (!(node.text in es) && isText(node.text)) add(node, node.text)
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      if (isText(parts.join('I'))) add(node, parts.join('{}'))
    }
    ts.forEachChild(node, (child) => {
      if (!isMessage(child)) visit(child)
    })
  }
  visit(declaration)
  return found
}

test('Whatever families’ screens say has a Spanish text', () => {
  const all = reached.flatMap(untranslatedIn)
  const unknown = all.filter(({ text }) => !NOT_READ_BY_THEM.has(text))
  expect(unknown.map(({ at, text }) => `${at}: ${text}`)).toEqual([])
  // What is no longer there has no place in the list.
  expect([...NOT_READ_BY_THEM].filter((text) => !all.some((found) => found.text === text))).toEqual([])
})

/** Collects the messages of a schema, of its fields, and of its checks. */
function messagesOf(part: unknown, seen: Set<unknown>): (() => string)[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  const { _zod: zod } = part as { _zod?: { def: object } }
  return Object.entries(zod?.def ?? part).flatMap(([name, value]) =>
    zod && name === 'error' && typeof value === 'function'
      ? [() => String(value({ code: 'custom', input: '' }))]
      : messagesOf(value, seen),
  )
}

test('Each message of families’ forms has a Spanish text', async () => {
  const messages: (() => string)[] = []
  const seen = new Set<unknown>()
  for (const one of reached) {
    if (!ts.isVariableDeclaration(one) || !/\bz\b|[sS]chema/.test(one.initializer?.getText() ?? '')) continue
    const module = await import(path.resolve(one.getSourceFile().fileName))
    messages.push(...messagesOf(module[one.name.getText()], seen))
  }
  expect(messages.length).toBeGreaterThan(80)
  const [english, spanish] = [inLanguage('en', () => messages.map((say) => say())), messages.map(inSpanish)]
  expect(english.filter((text, at) => text === spanish[at])).toEqual([])
})

/** Says a message as a form does, which translates whatever it shows. */
const inSpanish = (say: () => string): string => inLanguage('es', () => t(say()))
