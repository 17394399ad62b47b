import pg from 'pg'
import { vi } from 'vitest'
import { inRequest } from '~/platform/request-memo.server'

/** Runs `work` as one request. Returns its result and the statements it sent to the database. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await inRequest('counted', work)
    return { answer, statements: query.mock.calls.map(([statement]) => textOf(statement)) }
  } finally {
    query.mockRestore()
  }
}

const textOf = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement)

/** Runs `work` as one request. Returns the tables that it reads with a full scan, with the statement. */
export async function fullScansOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  let sent: unknown[]
  try {
    await inRequest('explained', work)
    sent = query.mock.calls.map(([statement]) => statement)
  } finally {
    query.mockRestore()
  }
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  try {
    const scans: string[] = []
    for (const statement of sent.filter(isQuery)) {
      const { text, values } = statement
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      for (const line of rows.map((row) => row['QUERY PLAN'])) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1]
        if (table) scans.push(`${table}: ${text.replace(/\s+/g, ' ').trim().slice(0, 200)}`)
      }
    }
    return scans
  } finally {
    await client.end()
  }
}

const isQuery = (statement: unknown): statement is { text: string; values: unknown[] } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  /^\s*(SELECT|WITH)/.test(textOf(statement))
