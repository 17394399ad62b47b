import { Prisma } from '~/generated/prisma/client'

/** Unique, foreign key, any of a raw statement, and what Prisma has no code of its own for, such as an exclusion. */
const CODES = new Set(['P2002', 'P2003', 'P2010', 'P2039'])

/**
 * Whether a query failed on this constraint of the database. Prisma's `meta` differs by path and driver; the
 * constraint's name always stands quoted in the message. The transaction of the query is lost in any case.
 */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  CODES.has(error.code) &&
  new RegExp(`["\`]${constraint}["\`]`).test(error.message)

/** What to throw if a constraint of the database is violated, by the constraint's name. */
export type Refusals = Readonly<Record<string, () => Error | Promise<Error>>>

/** Runs work outside a transaction; a violation of a constraint named in `refusals` becomes its refusal. Other errors pass. */
export async function translateViolations<T>(refusals: Refusals, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = Object.keys(refusals).find((name) => violates(error, name))
    throw constraint ? await refusals[constraint]?.() : error
  }
}
