// What a migration may do while the previous version is still serving: docs/operations.md, "Migrations".

/** Explains why a statement that is refused below is safe after all: `-- Beside the old version: …`, once per file, with a reason. */
const EXCUSE = /^--\s*Beside the old version: \S.{15,}$/m

interface Rule {
  pattern: RegExp
  why: string
  /** Whether it applies only to tables that the same file does not create. */
  ofOldTable?: boolean
}

const RULES: Rule[] = [
  {
    pattern: /\bDROP (TABLE|COLUMN|VIEW|MATERIALIZED VIEW|FUNCTION|TYPE|SEQUENCE|SCHEMA)\b/,
    why: 'the old version uses it: drop it one version later',
  },
  { pattern: /\bRENAME\b/, why: 'the old version knows the old name: add the new one beside it' },
  {
    pattern: /\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/,
    why: 'it rewrites the table while nobody can read it: add a column beside it',
  },
  { pattern: /\bALTER TYPE\b/, why: 'the old version may not know the new value' },
  { pattern: /\bSET NOT NULL\b/, why: 'the old version writes rows without it, and all rows are read under a lock' },
  {
    pattern: /\bADD COLUMN (?:(?!,).)*\bNOT NULL\b(?!(?:(?!,).)*\bDEFAULT\b)(?<!\bDEFAULT\b(?:(?!,).)*)/,
    why: 'the old version writes rows without it: give it a default',
  },
  { pattern: /\bADD COLUMN (?:(?!,).)*\b(SERIAL|BIGSERIAL|GENERATED)\b/, why: 'it rewrites the table' },
  {
    pattern: /\bADD COLUMN (?:(?!,).)*\bDEFAULT (?!now\(|current_)\w+\(/,
    why: 'a default that differs by row rewrites the table',
  },
  {
    pattern: /\bADD CONSTRAINT \S+ (CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/,
    why: 'all rows are read under a lock: add it NOT VALID, and validate it in the next migration',
    ofOldTable: true,
  },
  {
    pattern: /\bADD CONSTRAINT \S+ (UNIQUE|EXCLUDE|PRIMARY KEY)\b/,
    why: 'its index is built under a lock',
    ofOldTable: true,
  },
  {
    pattern: /\bCREATE (UNIQUE )?INDEX\b/,
    why: 'nobody writes while it is built, and here it cannot be CONCURRENTLY: say how large the table is, or that it is built by hand before (CREATE INDEX CONCURRENTLY IF NOT EXISTS)',
    ofOldTable: true,
  },
  { pattern: /^(UPDATE|DELETE)\b/, why: 'its rows stay locked until the end: say how many there are' },
  { pattern: /^(TRUNCATE|LOCK|CLUSTER|REINDEX|VACUUM)\b/, why: 'nobody reads or writes meanwhile' },
]

/**
 * Lists each statement of a migration that must not run while the previous version is serving, with the reason. None if
 * the file says why it may.
 */
export function dangersOf(sql: string): string[] {
  if (EXCUSE.test(sql)) return []
  const statements = statementsOf(sql)
  const made = new Set(statements.flatMap((text) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(text)?.[1] ?? []))
  const dangers = statements.flatMap((text) => {
    const [, table = ''] =
      /^(?:ALTER TABLE (?:ONLY )?|CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?)([^\s(]+)/i.exec(text) ?? []
    return RULES.filter(({ pattern, ofOldTable }) => {
      const applies = new RegExp(pattern, 'i').test(text)
      return applies && !(ofOldTable && made.has(table))
    }).map(({ why }) => `${text.slice(0, 80)}: ${why}`)
  })
  return [...dangers, ...validatedAtOnce(statements)]
}

/** Validating in the same transaction keeps the lock that adding the constraint took. */
function validatedAtOnce(statements: string[]): string[] {
  const adds = statements.some((text) => /\bNOT VALID\b/i.test(text))
  return statements
    .filter((text) => adds && /\bVALIDATE CONSTRAINT\b/i.test(text))
    .map((text) => `${text.slice(0, 80)}: validate it in the migration after the one that adds it`)
}

/** Splits a file into statements without comments, texts, function bodies and quotes around names; with single spaces between words. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll('"', '')
    .split(';')
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}
