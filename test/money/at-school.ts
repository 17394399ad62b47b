import {
  listAsLastMonth,
  recordAsLastMonth,
  undoAsLastMonth,
} from '~/models/money/payments/offline/as-last-month.server'
import { newNonce } from '~/models/money/payments/order.server'
import { declineAsked, recordAsked, takeBackAsked, undoAsked } from '~/models/money/payments/orders/at-school.server'
import { monthOfDay } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { fromDbDate } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { atOnce } from './game'
import type { Start } from './sequences'
import type { World } from './world'

/** A step in which families request and pay at the school, or a month is recorded as the one before. */
export type StepAtSchool =
  | { do: 'ask'; riders: number; hacks: number; start: Start; times: number }
  | { do: 'answer'; nth: number; how: 'record' | 'undo' | 'decline' | 'take back'; times: number }
  | { do: 'as last month'; times: number }
  | { do: 'undo as last month'; times: number }

const AT_SCHOOL = { methodType: 'school' }

/** Records, cancels or declines one of the orders as the office, or cancels it as its family. */
export async function answer(
  { nth, how, times }: Extract<StepAtSchool, { do: 'answer' }>,
  world: World,
): Promise<void> {
  const orders = await prisma.order.findMany({ where: AT_SCHOOL, orderBy: { id: 'asc' } })
  const chosen = orders[nth % Math.max(1, orders.length)]
  if (!chosen) return
  const { id, userId, validFrom, total } = chosen
  const { officeId } = world
  const day = today()
  const answers = {
    record: () => recordAsked(officeId, id, { method: 'cash', paidOn: day }),
    undo: () => undoAsked(officeId, id),
    decline: () => declineAsked(officeId, id, { reason: '' }),
    'take back': () => takeBackAsked(userId, id),
  }
  try {
    await atOnce(times, answers[how])
  } finally {
    const { status } = await prisma.order.findUniqueOrThrow({ where: { id } })
    const others = world.noted.filter(({ order }) => order !== id)
    if (status !== 'paid') world.noted = others
    else if (others.length === world.noted.length) {
      const month = monthOfDay(fromDbDate(validFrom))
      world.noted.push({ userId, month, day, cents: centsOf(total), order: id })
    }
  }
}

export async function asLastMonth({ times }: { times: number }, { officeId, noted }: World): Promise<void> {
  const [month, paidOn, nonce] = [monthOfDay(today()), today(), newNonce()]
  // Without packages: grants without a payment are checked by `wrongGrants`.
  const rows = (await listAsLastMonth(month)).rows.map(({ id, amount, method }) => ({
    ...{ userId: id, amount, method, packageId: null },
  }))
  if (!rows.length) return
  const changes = new Set<number>()
  await atOnce(times, async () => {
    changes.add((await recordAsLastMonth(officeId, month, { nonce, paidOn, rows })).change)
  })
  for (const change of changes) {
    for (const { userId, amount } of rows) noted.push({ userId, month, day: paidOn, cents: amount, change })
  }
}

export async function undoLastMonth({ times }: { times: number }, world: World): Promise<void> {
  const last = world.noted.filter(({ change }) => change !== undefined).at(-1)
  if (!last) return
  let undone = false
  await atOnce(times, async () => {
    await undoAsLastMonth(world.officeId, last.month, last.change!)
    undone = true
  })
  if (undone) world.noted = world.noted.filter(({ change }) => change !== last.change)
}

/**
 * Checks that a paid order is granted once to each of its riders, who have their parts of the payment, and that any
 * other grants nothing.
 */
export async function wrongAtSchool(): Promise<string[]> {
  const wrong: string[] = []
  const orders = await prisma.order.findMany({
    where: AT_SCHOOL,
    include: { items: true, grants: true, recorded: { include: { noted: { include: { record: true } } } } },
  })
  for (const { id, status, total, items, grants, recorded } of orders) {
    const riders = [...new Set(items.map(({ riderId }) => riderId))].sort().join()
    const alive = grants.filter((grant) => grant.status === 'active')
    const granted = alive.map(({ userId }) => userId).sort()
    const payers = recorded.map(({ noted }) => noted.record.userId).sort()
    const paid = recorded.reduce((sum, { amount }) => sum + centsOf(amount), 0)
    const [whom, cents] = status === 'paid' ? [riders, centsOf(total)] : ['', 0]
    if (granted.join() !== whom) wrong.push(`order ${id} is ${status}, for ${riders}, and granted to ${granted}`)
    if (payers.join() !== whom || paid !== cents)
      wrong.push(`order ${id} is ${status}, of ${total} for ${riders}, and ${paid} is recorded for ${payers}`)
  }
  return wrong
}
