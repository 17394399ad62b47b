import { type OwnProfile, ownProfile } from '~/models/people/accounts/user.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'

/** The only accounts that one can sign in as without a password. */
const SAMPLE_EMAILS = ['rider@stirrup.example', 'emma.novak@families.example', 'liam.ortiz@families.example']

/** Lists them; none outside demo mode. */
export async function sampleStudents(): Promise<OwnProfile[]> {
  if (getEnv().mode !== 'demo') return []
  return prisma.user.findMany({
    where: { email: { in: SAMPLE_EMAILS }, role: 'customer', active: true },
    orderBy: { lastName: 'asc' },
    select: ownProfile,
  })
}

export const findSampleStudent = async (id: string): Promise<OwnProfile | null> =>
  (await sampleStudents()).find((student) => student.id === id) ?? null
