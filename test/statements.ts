import pg from 'pg'
import { vi } from 'vitest'
import { inRequest } from '~/platform/request-memo.server'

/** Runs `work` as one request. Returns its answer and the statements it sent to the database. */
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
