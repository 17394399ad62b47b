import { Prisma } from '~/generated/prisma/client'

/** Folds a text for searching: lower case, without accents, strokes and apostrophes. ASCII takes a shortcut. */
const foldedSql = (text: Prisma.Sql) => Prisma.sql`(
  SELECT CASE WHEN octet_length(r.raw) = char_length(r.raw) THEN replace(lower(r.raw COLLATE "und-x-icu"), '''', '')
    ELSE translate(replace(replace(replace(
      regexp_replace(normalize(lower(r.raw COLLATE "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'łøđħıŧ''’‘ʼ', 'lodhit') END
  FROM (SELECT ${text} AS raw OFFSET 0) r)`

const PUNCTUATION = ' ()+-./'

/** Strips a phone number of its punctuation. */
export const phoneDigitsSql = (phone: Prisma.Sql) => Prisma.sql`translate(${phone}, ${PUNCTUATION}, '')`

/** Splits a search into at most ten words; a phone number becomes its digits, without the country code. */
export const searchWords = (search: string): string[] =>
  search
    .trim()
    .replace(/^\+1(?=[\s(.-]?\d)/, '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => (/^[\d()+\-./]*\d[\d()+\-./]*$/.test(word) ? word.replace(/\D/g, '') : word))

/**
 * True if each word of the search occurs in the text, in any order, ignoring case and accents. `orIn` is a second
 * condition that a word may meet instead. Without words everything matches.
 */
export function matchesSql(
  text: Prisma.Sql,
  search: string,
  orIn: (has: (text: Prisma.Sql) => Prisma.Sql) => Prisma.Sql = () => Prisma.sql`false`,
): Prisma.Sql {
  const words = searchWords(search).map((word) => {
    const has = (folded: Prisma.Sql) => Prisma.sql`strpos(${folded}, ${foldedSql(Prisma.sql`${word}::text`)}) > 0`
    return Prisma.sql`(${has(Prisma.sql`m.folded`)} OR ${orIn((place) => has(foldedSql(place)))})`
  })
  if (!words.length) return Prisma.sql`true`
  // Folded once per row, however many words there are.
  return Prisma.sql`EXISTS (SELECT FROM (SELECT ${foldedSql(text)} AS folded OFFSET 0) m WHERE ${Prisma.join(words, ' AND ')})`
}

/** Matches a text that differs at most in case. The database compares with a pattern, so `\`, `%` and `_` are escaped. */
export const sameText = (text: string) => ({ equals: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' }) as const
