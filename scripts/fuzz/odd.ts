import type { Chance } from './chance'

const MANY = 3_000

/** Texts that programs trip over. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\ufeff\u200b\u200e',
  '\u202eevil\u202c',
  'שלום عالم',
  '👩‍👧‍👦🏇🏽',
  'e\u0301'.repeat(40),
  'İ\u0130ıſẞﬃ',
  '\r\nSet-Cookie: a=b',
  '\n\n',
  "'; DROP TABLE users; --",
  '"><script>alert(1)</script>',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '%s%n%x%00%ff',
  '../../../etc/passwd',
  '..\\..\\windows',
  'a/b\\c',
  '\\',
  '\\u0000',
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '-1',
  '0',
  '-0',
  '1e309',
  '0x7fffffff',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '1.0000000000000001',
  '１２３',
  '1,5',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '275760-09-13',
  '-000001-01-01',
  '2026-W48',
  '2026-13',
  '25:61',
  '12:00 AM',
  '24:00',
  'a@b',
  'x@[127.0.0.1]',
  `${'a'.repeat(250)}@x.example`,
  'javascript:alert(1)',
  '//evil.example/',
  'https://evil.example/\\@stirrup.example',
  '_%_%',
  '%',
  '(a+)+$',
  'x'.repeat(MANY),
  'é'.repeat(MANY),
  ' '.repeat(MANY),
  '9'.repeat(400),
]

export const oddText = (chance: Chance): string =>
  chance.in(0.8)
    ? chance.pick(TEXTS)
    : Array.from({ length: 1 + chance.below(12) }, () => String.fromCharCode(chance.below(0x10000))).join('')

/** Returns a JSON value that may stand anywhere in a document. */
export function oddJson(chance: Chance): string {
  const kind = chance.below(9)
  if (kind < 4) return JSON.stringify(oddText(chance))
  if (kind === 4)
    return chance.pick(['1e400', '-1e400', '1e-400', '-0', '9007199254740993', '2147483648', '-2147483649'])
  if (kind === 5) return chance.pick(['null', 'true', 'false', '0', '-1', '1.5', '[]', '{}', '[[]]', '[null]', '""'])
  if (kind === 6) return nested(chance)
  if (kind === 7) return oddObject(chance)
  return `[${Array.from({ length: chance.pick([1, 3, 60, 600]) }, () => JSON.stringify(chance.pick(TEXTS).slice(0, 50))).join()}]`
}

/** Returns JSON nested more deeply than a recursive parser can handle. */
function nested(chance: Chance): string {
  const depth = chance.pick([5, 200, 3_000, 20_000])
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"constructor":{"prototype":', '}}'],
  ])
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

const oddObject = (chance: Chance) =>
  chance.pick([
    '{"__proto__":{"role":"admin","isAdmin":true}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1,"valueOf":null,"hasOwnProperty":0}',
    '{"length":-1,"0":"a"}',
    '{"then":"a"}',
    '{"$ne":null}',
    '{"":"","a":1,"a":2}',
  ])

/** Names of fields and keys, including those that form libraries split. */
export const NAMES: readonly string[] = [
  '__proto__',
  '__proto__.polluted',
  'constructor',
  'constructor.prototype.polluted',
  'prototype[a]',
  'a[0].b',
  'a[].b[]',
  'items[0].id',
  'items[999].id',
  'items[99999999].id',
  'items[-1]',
  'items[0][0][0]',
  'a.b.c.d.e',
  '[0]',
  '[',
  ']',
  'a[',
  'a..b',
  '.',
  '',
  ' ',
  'a\0',
  '\ud800',
  'toString',
  'intent',
  'version',
  'csrf',
  '__intent__',
  '__state__',
  'x'.repeat(300),
]
