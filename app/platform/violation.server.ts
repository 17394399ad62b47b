import { Prisma } from '~/generated/prisma/client'

/** Unique, foreign key, any of a raw statement, and violations without a code of Prisma's, such as an exclusion. */
const CODES = new Set(['P2002', 'P2003', 'P2010', 'P2039'])

/**
 * Prisma's `meta` differs by path and driver; the message always quotes the constraint's name. The query's transaction
 * is lost.
 */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  CODES.has(error.code) &&
  new RegExp(`["\`]${constraint}["\`]`).test(error.message)

export type Refusals = Readonly<Record<string, () => Error | Promise<Error>>>

/** Runs work outside a transaction. Other errors pass. */
export async function translateViolations<T>(refusals: Refusals, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = Object.keys(refusals).find((name) => violates(error, name))
    throw constraint ? await refusals[constraint]?.() : error
  }
}
