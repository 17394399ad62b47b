import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** What nobody says to a busy mother, and what to say. Wordings that the specification sets are spelled as it spells them. */
const WORSE: [RegExp, string][] = [
  [/\bmeanwhile\b/i, 'in the meantime, or who changed it'],
  [/\bsomebody\b|\beverybody\b/i, 'someone, everyone'],
  [/\bis none\b|\bthere is no such\b/i, 'not found'],
  [/\be-mail/i, 'email'],
  [/\bany more\b/i, 'anymore, or no longer'],
  [/\blabelled\b|\bcolour|\bcatalogue\b|\bneighbour|\bcancelling\b/i, 'the American spelling'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\banew\b/i, 'again'],
  // What a family was notified of is stored with these words.
  [/\bcalled off\b(?!\))/, 'canceled'],
  [/\bput back\b|\btaken off\b/i, 'restored, or removed'],
  [/\bcut-off\b/i, 'cutoff'],
  [/\b(this|that|it) (holds|stands)\b/i, 'is good, or is kept'],
  [/\bby now\b/i, 'now, or just'],
  [/\bdoes not take place\b|\bnot just now\b|\bis not right\b/i, 'a plain sentence'],
]

/** Identifiers and addresses are not spoken: a phrase has a space between letters. */
const isPhrase = (text: string) => /[A-Za-z,.] [A-Za-z]/.test(text)
// SQL that is written in place.
const isSpoken = (text: string) => isPhrase(text) && !/\b(SELECT|FROM|WHERE|ORDER BY|UNION)\b/.test(text)

function phrasesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const phrases: string[] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isJsxText(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      phrases.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return phrases.filter(isSpoken)
}

/** Words that read as translated or coined where engineers read: in comments, test titles, and decisions. */
const WORSE_AMONG_US: [RegExp, string][] = [
  [/\bmeanwhile\b/i, 'in the meantime, or who changed it'],
  [/\bsomebody\b|\beverybody\b|\banybody\b/i, 'someone, everyone, anyone'],
  [/\be-mail/i, 'email'],
  [/\bany more\b(?! than)/i, 'anymore, or no longer'],
  [/\bfor ever\b/i, 'forever'],
  [/\bhalf-way\b/i, 'halfway'],
  [/\blabelled\b|\bcolour|\bcatalogue\b|\bneighbour|\bbehaviour|\bcancelling\b/i, 'the American spelling'],
  [/\banew\b/i, 'again, or a new one'],
  [/\bput back\b/, 'restored'],
  [/\bfits? nothing\b/i, 'unmatched'],
  [/\bstoreys?\b/i, 'layer'],
]

/** The comments of a file, and the titles of its tests, which stand in the first argument of a call. */
function remarksOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  // Parsing is slow, and few files have such a word at all.
  if (!WORSE_AMONG_US.some(([word]) => word.test(text))) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const remarks = new Map<number, string>()
  const visit = (node: ts.Node) => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      const comments = [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.end)]
      for (const { pos, end } of comments.flatMap((ranges) => ranges ?? [])) remarks.set(pos, text.slice(pos, end))
    }
    if (ts.isCallExpression(node) && /^(test|it|describe|step)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        remarks.set(title.pos, title.getText())
      }
    }
    for (const child of node.getChildren()) visit(child)
  }
  visit(source)
  // A name that stands in quotes or code is not spoken.
  return [...remarks.values()].map((remark) => remark.replace(/`[^`]+`/g, ''))
}

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/\.test\.|^generated/.test(path))
    .map((path) => `${folder}/${path}`)

/** Returns each word of the list in a text, with what to say instead. */
const worseIn = (file: string, text: string, words: [RegExp, string][]) =>
  words.flatMap(([word, better]) => {
    const worse = word.exec(text)
    if (!worse) return []
    const around = text.slice(Math.max(0, worse.index - 40), worse.index + 40).replace(/\s+/g, ' ')
    return [`${file}: "${around}": not "${worse[0]}" but ${better}`]
  })

test('Nothing that a person reads has one of the words that read as translated', async () => {
  const found: string[] = []
  const check = (file: string, text: string) => void found.push(...worseIn(file, text, WORSE))
  for (const file of [...filesOf('app', /\.tsx?$/), ...filesOf('prisma/seed', /\.ts$/)]) {
    for (const phrase of phrasesOf(file)) check(file, phrase)
  }
  for (const file of ['README.md', ...filesOf('docs', /^[a-z-]+\.md$/)]) {
    // What stands in code is not spoken.
    check(file, readFileSync(file, 'utf8').replace(/`[^`]*`/g, ''))
  }
  expect(found).toEqual([])
})

test('No comment, test title, or decision has one of the words that read as translated or coined', () => {
  const found: string[] = []
  for (const folder of ['app', 'server', 'sandbox', 'scripts', 'prisma', 'test', 'e2e']) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|tsx|mjs)$/.test(file) || /^generated|words\.unit/.test(file)) continue
      for (const remark of remarksOf(`${folder}/${file}`)) found.push(...worseIn(file, remark, WORSE_AMONG_US))
    }
  }
  for (const file of filesOf('docs/decisions', /\.md$/)) {
    found.push(...worseIn(file, readFileSync(file, 'utf8').replace(/`[^`]*`/g, ''), WORSE_AMONG_US))
  }
  expect(found).toEqual([])
})
