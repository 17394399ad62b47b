import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { type BaseTypes, baseTypesOf } from './base-type'

export const readBaseTypes = async (db: Db = prisma): Promise<BaseTypes> =>
  baseTypesOf(
    await db.rideType.findMany({
      where: { baseType: { not: null } },
      orderBy: { id: 'asc' },
      select: { name: true, baseType: true },
    }),
  )
