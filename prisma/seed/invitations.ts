import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate } from '~/utils/dates'
import type { SeededPeople } from './people'

/** Invites the last riders of the list: most families sign in by themselves, the rest were invited, or will be. */
export async function seedInvitations({ studentIds }: SeededPeople, today: LocalDate): Promise<void> {
  const [came, wrong, right, waiting, ...never] = studentIds.slice(-6)
  const open = [wrong, right, waiting, ...never]
  await prisma.$executeRaw`
    UPDATE users SET signed_in_at = created_at
    WHERE role = 'customer' AND guardian_id IS NULL AND email <> 'priya.raman@families.example' AND id <> ALL(${open})`
  const sentAt = toDbDate(addDays(today, -3))
  const said = toDbDate(addDays(today, -1))
  for (const [userId, more] of [
    [came, { confirmedAt: said }],
    [wrong, { wrong: 'We ride on Thursdays now, not on Tuesdays.', wrongAt: said }],
    [right, { confirmedAt: said }],
    [waiting, {}],
  ] as const) {
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId ?? '' } })
    const letter = { email: email ?? '', sentAt, expiresAt: toDbDate(addDays(today, 11)) }
    await prisma.invitation.create({ data: { userId: userId ?? '', ...letter, ...more } })
  }
}
