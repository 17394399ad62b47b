import pg from 'pg'
import { vi } from 'vitest'
import { inRequest } from '~/platform/request-memo.server'

/** What `work` answers, handled as one request, and the statements that the database was sent for it. */
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
