import { Prisma } from '~/generated/prisma/client'
import { prisma } from '~/platform/db.server'
import type { Language } from '~/utils/text/language'

/** Keeps the language in which a family reads. Nothing else of the account counts as changed; staff have none. */
export const keepLanguage = (userId: string, language: Language): Promise<number> =>
  prisma.$executeRaw(Prisma.sql`
    UPDATE users SET language = ${language} WHERE id = ${userId} AND role = 'customer' AND erased_at IS NULL`)

/** Returns the language in which a family reads: the one it has, or else this one, which is kept. Null for staff. */
export async function languageOrKeep(userId: string, language: Language): Promise<Language | null> {
  const [row] = await prisma.$queryRaw<{ language: Language }[]>(Prisma.sql`
    UPDATE users SET language = coalesce(language, ${language})
    WHERE id = ${userId} AND role = 'customer' AND erased_at IS NULL RETURNING language`)
  return row?.language ?? null
}
