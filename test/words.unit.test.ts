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

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/\.test\.|^generated/.test(path))
    .map((path) => `${folder}/${path}`)

test('Nothing that a person reads has one of the words that read as translated', async () => {
  const found: string[] = []
  const check = (file: string, text: string) => {
    for (const [word, better] of WORSE) {
      const worse = word.exec(text)
      if (!worse) continue
      const around = text.slice(Math.max(0, worse.index - 40), worse.index + 40).replace(/\s+/g, ' ')
      found.push(`${file}: "${around}": not "${worse[0]}" but ${better}`)
    }
  }
  for (const file of [...filesOf('app', /\.tsx?$/), ...filesOf('prisma/seed', /\.ts$/)]) {
    for (const phrase of phrasesOf(file)) check(file, phrase)
  }
  for (const file of ['README.md', ...filesOf('docs', /^[a-z-]+\.md$/)]) {
    // What stands in code is not spoken.
    check(file, readFileSync(file, 'utf8').replace(/`[^`]*`/g, ''))
  }
  expect(found).toEqual([])
})
