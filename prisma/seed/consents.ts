import { CONSENT } from '~/models/people/accounts/consent'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, instantInZone, type LocalDate } from '~/utils/dates'
import type { SeededPeople } from './people'

/**
 * Gives every parent's consent to storing a child's data, except the sample rider's family for its youngest child,
 * which is still asked.
 */
export async function seedConsents({ riderId }: SeededPeople, today: LocalDate): Promise<void> {
  const children = await prisma.user.findMany({
    where: { OR: [{ guardianId: { not: null } }, { parentName: { not: null } }] },
    orderBy: { firstName: 'asc' },
    select: { id: true, guardianId: true },
  })
  const asked = children.filter(({ guardianId }) => guardianId === riderId).at(-1)
  const givenAt = instantInZone(addDays(today, -30), '18:20', getEnv().schoolTimezone)
  await prisma.consent.createMany({
    data: children
      .filter((child) => child !== asked)
      .map(({ id, guardianId }) => ({ riderId: id, byId: guardianId ?? id, version: CONSENT.version, givenAt })),
  })
}
