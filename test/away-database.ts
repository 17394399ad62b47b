import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '~/generated/prisma/client'

/** An address where nothing listens. */
const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing'

/** Runs `work` while the database cannot be reached. */
export async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const present = globalThis.stirrupPrisma
  globalThis.stirrupPrisma = new PrismaClient({ adapter: new PrismaPg(NOWHERE) })
  try {
    return await work()
  } finally {
    globalThis.stirrupPrisma = present
  }
}
