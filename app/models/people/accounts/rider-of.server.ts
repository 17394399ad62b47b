import { Prisma } from '~/generated/prisma/client'

/**
 * Whose rider a row of `users` is, for Prisma and, beside it, as SQL on a table by its alias. Removing a rider takes it off the office's
 * lists and ends nothing: what there is of it stays the family's, and nothing new begins for it.
 */

/** A person of a family, removed or not: rides, history and payments can be seen, and what stands can be called off. Erasing ends it. */
export const personOf = (account: string) =>
  ({ OR: [{ id: account }, { guardianId: account }] }) satisfies Prisma.UserWhereInput
export const isPersonOf = (user: string, account: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(user)}.id = ${account} OR ${Prisma.raw(user)}.guardian_id = ${account})`

/** A child of a family for whom something new may begin: a booking, a purchase, a signature. */
export const childOf = (account: string) => ({ guardianId: account, hiddenAt: null }) satisfies Prisma.UserWhereInput
export const isChildOf = (user: string, account: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(user)}.guardian_id = ${account} AND ${Prisma.raw(user)}.hidden_at IS NULL)`

/** A student of the office's lists, who may be added to a lesson. Whoever was erased or merged is hidden as well. */
export const LISTED = { role: 'customer', hiddenAt: null } satisfies Prisma.UserWhereInput
export const isListed = (user: string): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(user)}.role = 'customer' AND ${Prisma.raw(user)}.hidden_at IS NULL)`
