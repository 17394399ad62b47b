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
