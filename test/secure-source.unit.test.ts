import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports'

const sources = sourceFiles('app', 'server').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const onServer = sources.filter(({ file }) => !file.startsWith('app/browser/'))

/** Returns the files that match. */
const having = (pattern: RegExp, among = sources) =>
  among.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('No text is executed as code, and no format that can contain code is deserialized', () => {
  expect(having(/\beval\(|new Function\(|setTimeout\(\s*['"`]|node:vm|\bv8\b.*deserialize/)).toEqual([])
  expect(having(/DOMParser|xml2js|js-yaml|libxml|xpath/i, onServer)).toEqual([])
})

test('Only one file starts a program: ours, with constant arguments', () => {
  expect(having(/child_process/)).toEqual(['app/services/operations/watch-backups.server.ts'])
})

test('Memory is managed by JavaScript except in one file, which fills its buffer before sending it, and no text is a format string', () => {
  expect(having(/allocUnsafe|node:ffi|process\.dlopen|\.node['"]/)).toEqual(['app/platform/csv/copy-out.server.ts'])
  expect(having(/util\.format|printf\(/)).toEqual([])
})

test('Secrets come from the system’s random generator, and broken digests protect nothing', () => {
  expect(having(/Math\.random/, onServer)).toEqual([])
  expect(having(/randomBytes|randomUUID/).length).toBeGreaterThan(5)
  expect(having(/createHash\(['"](?:md\d|rip)|createCipher\(|['"](?:aes-\d+-(?:ecb|cbc)|des-|rc4)/i, onServer)).toEqual(
    [],
  )
  // Names of statements and of cacheable files, and the signature that the text provider uses.
  expect(having(/createHash\('sha1'|createHmac\('sha1'/).sort()).toEqual([
    'app/platform/db.server.ts',
    'app/services/texts/receive-texts.server.ts',
    'server/static-files.ts',
  ])
})

test('Each session cookie is signed, HttpOnly, SameSite, and Secure where https is used', () => {
  const cookies = new Map(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/createCookie\('(\w+)', \{([\s\S]*?)\}\)/g)].map(([, name = '', says = '']) => [name, says]),
    ),
  )
  const needed = ['httpOnly: true', "sameSite: 'lax'", "startsWith('https:')", 'secrets: [']
  for (const name of ['__session', '__known', '__toast', 'csrf'])
    expect([name, needed.filter((one) => !cookies.get(name)?.includes(one))]).toEqual([name, []])
})

test('Raw HTML is a script, styles or a page of ours', () => {
  expect(having(/dangerouslySetInnerHTML|\.innerHTML =|outerHTML =|insertAdjacentHTML/).sort()).toEqual([
    'app/browser/islands/menu.tsx',
    'app/components/form/field.tsx',
    'app/components/main-script.tsx',
    'app/components/nav/office-search.tsx',
    'app/components/sign-in/forget-sheets.tsx',
    'app/components/styles.tsx',
    'app/routes/auth/token-forms.tsx',
    'app/routes/office/settings/school/logo.tsx',
    'app/routes/office/settings/server/time-zone.tsx',
    'app/routes/office/week/week.tsx',
  ])
})

test('The server calls only its providers, through their libraries; in the demo the sandbox forwards requests', () => {
  const asks = /(?<![.\w])fetch\(|\bhttps?\.request\(|net\.connect\(|axios|undici/
  expect(having(asks, onServer).sort()).toEqual([
    // In the browser.
    'app/routes/portal/pay/confirm.ts',
    'app/services/stripe/sandbox-provider.server.ts',
  ])
})
