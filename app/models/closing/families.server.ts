import { displayName, given } from '~/models/accounts/user'
import type { Db } from '~/platform/tx.server'

/** Whom to write to about a rider: themselves, or else their guardian. */
export interface Family {
  id: string
  email: string
  firstName: string | null
  riders: { id: string; name: string }[]
}

/** Each family once, and who has no address. */
export async function familiesOf(
  riderIds: readonly string[],
  db: Db,
): Promise<{ families: Family[]; withoutAddress: { id: string; name: string }[] }> {
  const riders = await db.user.findMany({
    where: { id: { in: [...new Set(riderIds)] } },
    select: {
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      guardian: { select: { id: true, email: true, firstName: true } },
    },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
  const families = new Map<string, Family>()
  const withoutAddress: { id: string; name: string }[] = []
  for (const rider of riders) {
    const reader = rider.email ? rider : rider.guardian
    const name = displayName(rider)
    if (!reader?.email) {
      withoutAddress.push({ id: rider.id, name })
      continue
    }
    const { id, email, firstName } = reader
    const family = families.get(id) ?? { id, email, firstName: given(firstName) || null, riders: [] }
    family.riders.push({ id: rider.id, name })
    families.set(id, family)
  }
  return { families: [...families.values()], withoutAddress }
}
