import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Prisma } from '~/generated/prisma/client'
import { type Call, callAbove } from './calls'
import { type Column, compare, compareObjects } from './compare'
import { compareLists, describeLists, observeLists } from './lists'
import { type Kind, kinds } from './shape'

interface Answer {
  columnNames: string[]
  columnTypes: number[]
  rows: unknown[][]
}

interface Queryable {
  queryRaw: (query: { sql: string }) => Promise<Answer>
}

type Raw = (query: unknown, ...values: unknown[]) => unknown

/** The calls that each statement came from. */
const callsOf = new Map<string, Set<Call>>()
/** The differences that were found and not yet taken. */
const found = new Set<string>()

/** What differed since it was last asked. */
export async function takeDifferences(): Promise<string[]> {
  const differences = [...found, ...(await describeLists())]
  found.clear()
  return differences
}

/**
 * Compares what the database answers to raw statements with the types that stand at their calls: the columns of each statement once,
 * the values of each answer. Nothing is replaced.
 */
export async function observeRawRows(): Promise<void> {
  await observeLists()
  const { PrismaClient, Prisma: made } = await import('~/generated/prisma/client')
  // Transactions have their methods from here as well.
  const client = PrismaClient.prototype as unknown as Record<'$queryRaw' | '$queryRawUnsafe', Raw>
  const { $queryRaw, $queryRawUnsafe } = client
  client.$queryRaw = function observed(this: unknown, query, ...values) {
    const statement = query as Prisma.Sql | TemplateStringsArray
    remember('raw' in statement ? made.sql(statement, ...values).text : statement.text, observed)
    return $queryRaw.call(this, query, ...values)
  }
  client.$queryRawUnsafe = function observed(this: unknown, query, ...values) {
    remember(String(query), observed)
    return $queryRawUnsafe.call(this, query, ...values)
  }
  const driver = pg.Client.prototype as unknown as { query: Raw }
  const { query: send } = driver
  driver.query = function observed(this: unknown, ...values) {
    const answer = send.apply(this, values)
    const call = answer instanceof Promise ? callAbove(observed) : undefined
    if (!call) return answer
    return (answer as Promise<pg.QueryResult>).then((result) => {
      for (const difference of compareObjects(call.row, result.rows)) found.add(`${call.place} ${difference}`)
      return result
    })
  }
  const adapter = await new PrismaPg({}).connect()
  // Its transactions share what it inherits.
  const queryable: Queryable = Object.getPrototypeOf(Object.getPrototypeOf(adapter))
  const { queryRaw } = queryable
  queryable.queryRaw = async function observed(query) {
    const answer = await queryRaw.call(this, query)
    for (const call of callsOf.get(query.sql) ?? []) {
      const columns = answer.columnNames.map((name, i): Column => ({ name, kind: KINDS[answer.columnTypes[i] ?? -1] }))
      for (const difference of compare(call.row, columns, answer.rows)) found.add(`${call.place} ${difference}`)
    }
    for (const difference of compareLists(query.sql, answer)) found.add(difference)
    return answer
  }
  await adapter.dispose()
}

function remember(sql: string, above: (...args: never[]) => unknown): void {
  const call = callAbove(above)
  if (!call?.row?.fields) return
  const calls = callsOf.get(sql)
  if (calls) calls.add(call)
  else callsOf.set(sql, new Set([call]))
}

/** What a column's type becomes, by the numbers that Prisma's adapters have for them. JSON becomes anything. */
const KINDS: Record<number, Kind> = {
  ...kinds('number', 0, 2, 3),
  ...kinds('bigint', 1),
  ...kinds('Decimal', 4),
  ...kinds('boolean', 5),
  ...kinds('string', 6, 7, 12, 15),
  ...kinds('Date', 8, 9, 10),
  ...kinds('bytes', 13),
  ...kinds('list', ...Array.from({ length: 15 }, (_, i) => 64 + i)),
}
