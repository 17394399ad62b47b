import { Prisma } from '~/generated/prisma/client'
import { recordDeletion } from '~/models/log/chain.server'
import { leaveAttempts } from '~/models/money/payments/orders/unpaid-orders.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { notFound, Refused, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Erasure, hindrances, idsOfFamily, peopleOf, refuseUnlessTyped, unpaidOrdersOf } from './erasure.server'
import type { Person } from './forget'
import { forgetEverywhere } from './forget-everywhere.server'
import { forgetOwnRows, forgetSaidByGuardians } from './forget-own-rows.server'
import { leaveWeek } from './leave-week.server'
import { columnsOf } from './subjects/columns'

const FIRST = 'Former'
const lastNameOf = (number: number): string => `rider ${number}`

/** A long limit, because the texts of all tables are read. */
const LONG = { timeout: 120_000 }

/**
 * Erases a family for good, in one transaction: payments, orders and rides stay without the name. A guardian's rider is
 * erased alone. Places from tomorrow on are removed from the week. Unpaid orders are canceled; `closeOrder` must have
 * closed them at the provider. `deleteErasedCustomers` deletes the provider's customer.
 * @param typed the name, typed to confirm.
 * @throws Refused 404 if there is no such family or it was erased; 409 naming what has to be done first.
 */
export const eraseFamily = (actorId: string, id: string, typed: string): Promise<{ former: string }> =>
  withTx(async (tx) => {
    const before = await peopleOf(tx, id)
    if (!before) throw notFound('Student not found')
    // It takes the locks of the week, which come before any other.
    await leaveWeek(
      actorId,
      before.people.map((one) => one.id),
    )
    const family = await lockFamily(tx, id)
    if (!isSame(before, family)) throw new Refused('under_way', 'This family was changed just now. Please try again.')
    refuseUnlessTyped(family, typed)
    const reasons = await hindrances(tx, family)
    if (reasons.length) throw new RefusedList('in_the_way', reasons, 'Nothing was erased.')
    const ids = family.people.map((one) => one.id)
    const unpaid = await unpaidOrdersOf(tx, ids)
    await leaveAttempts(tx, unpaid, { status: 'canceled' })
    await forgetSaidByGuardians(tx, ids)
    const people = await numbered(tx, family)
    await forgetOwnRows(tx, people, family)
    await forgetEverywhere(tx, people, family)
    await recordDeletion(tx, 'erase')
    for (const { id: entityId } of people) {
      await audit(tx, { actorId, action: 'student.erase', entity: 'student', entityId })
    }
    return { former: people[0]?.former ?? '' }
  }, LONG)

/** Locks a family: orders and subscriptions first, as syncing a payment does. */
async function lockFamily(tx: Tx, id: string): Promise<Erasure> {
  const ids = await idsOfFamily(tx, id)
  await tx.$queryRaw`
    SELECT o.id FROM orders o
    WHERE o.user_id = ANY(${ids}) OR o.id IN (SELECT i.order_id FROM order_items i WHERE i.rider_id = ANY(${ids}))
    ORDER BY o.id FOR UPDATE OF o`
  await tx.$queryRaw`
    SELECT id FROM subscriptions WHERE user_id = ANY(${ids}) OR rider_id = ANY(${ids}) ORDER BY id FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM users WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`
  const family = await peopleOf(tx, id)
  if (!family) throw notFound('Student not found')
  return family
}

const isSame = (a: Erasure, b: Erasure) =>
  a.people.length === b.people.length && a.people.every(({ id }, i) => id === b.people[i]?.id)

/** Clears every column of a person that is erased, except the name, which is replaced. */
const NOTHING_KNOWN = Prisma.raw(
  columnsOf('users', 'facts', 'erased')
    .filter((column) => column !== 'first_name' && column !== 'last_name')
    .map((column) => `${column} = NULL`)
    .join(', '),
)

/** Gives each person a number of their own, and the name of nobody. */
async function numbered(tx: Tx, { people }: Erasure): Promise<Person[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('former riders', 0))`
  const { _max } = await tx.user.aggregate({ _max: { formerNumber: true } })
  const erasedAt = now()
  const erased: Person[] = []
  for (const [index, { id, names, contacts }] of people.entries()) {
    const formerNumber = (_max.formerNumber ?? 0) + 1 + index
    const lastName = lastNameOf(formerNumber)
    await tx.$executeRaw`
      UPDATE users SET ${NOTHING_KNOWN}, first_name = ${FIRST}, last_name = ${lastName}, former_number = ${formerNumber},
             erased_at = ${erasedAt}, active = false, hidden_at = ${erasedAt}, updated_at = ${erasedAt}
      WHERE id = ${id}`
    erased.push({ id, names, contacts, former: `${FIRST} ${lastName}` })
  }
  return erased
}
