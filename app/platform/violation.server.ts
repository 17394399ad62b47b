import { Prisma } from '~/generated/prisma/client'

/** Codes of a unique, foreign key, or raw statement's violation, and of those that Prisma has no code for, such as an exclusion. */
const CODES = new Set(['P2002', 'P2003', 'P2010', 'P2039'])

/**
 * Whether an error is the violation of `constraint`. Prisma's `meta` differs by path and driver, but the message always
 * quotes the constraint's name. The query's transaction is lost.
 */
export const violates = (error: unknown, constraint: string): boolean => {
  const quoted = new RegExp(`["\`]${constraint}["\`]`)
  if (error instanceof Prisma.PrismaClientKnownRequestError) return CODES.has(error.code) && quoted.test(error.message)
  // A deferred constraint's violation is the driver's own error.
  const cause = error instanceof Error ? error.cause : undefined
  return isDriverCause(cause) && cause.originalCode.startsWith('23') && quoted.test(cause.originalMessage)
}

const isDriverCause = (cause: unknown): cause is { originalCode: string; originalMessage: string } =>
  typeof cause === 'object' &&
  cause !== null &&
  'originalCode' in cause &&
  typeof cause.originalCode === 'string' &&
  'originalMessage' in cause &&
  typeof cause.originalMessage === 'string'

export type Refusals = Readonly<Record<string, () => Error | Promise<Error>>>

/** Runs work outside a transaction and turns known violations into refusals. Other errors pass. */
export async function translateViolations<T>(refusals: Refusals, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = Object.keys(refusals).find((name) => violates(error, name))
    throw constraint ? await refusals[constraint]?.() : error
  }
}
