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

/** Runs `work` as one request. Returns each statement that it sent, with the lines of its plan. */
async function plansOf(work: () => Promise<unknown>): Promise<{ text: string; plan: string[] }[]> {
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
    // The tables of a test are so small that reading all of them would often be cheaper than a few rows by index.
    await client.query('SET random_page_cost = 1')
    const plans = []
    for (const { text, values } of sent.filter(isQuery)) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']) })
    }
    return plans
  } finally {
    await client.end()
  }
}

/** Runs `work` as one request. Returns the tables that it reads with a full scan, with the statement. */
export async function fullScansOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await plansOf(work)).flatMap(({ text, plan }) =>
    plan.flatMap((line) => {
      const table = /Seq Scan on (\w+)/.exec(line)?.[1]
      return table ? [`${table}: ${text.replace(/\s+/g, ' ').trim().slice(0, 200)}`] : []
    }),
  )
}

/** Runs `work` as one request. Returns the names of the indexes that it reads. */
export async function indexesOf(work: () => Promise<unknown>): Promise<string[]> {
  const lines = (await plansOf(work)).flatMap(({ plan }) => plan)
  return lines.flatMap((line) => /(?:Index.* using|Bitmap Index Scan on) (\w+)/.exec(line)?.[1] ?? [])
}

const isQuery = (statement: unknown): statement is { text: string; values: unknown[] } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  /^\s*(SELECT|WITH)/.test(textOf(statement))
