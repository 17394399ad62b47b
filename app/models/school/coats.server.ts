import { prisma } from '~/platform/db.server'
import { onceInRequest, rememberInRequest } from '~/platform/request-memo.server'
import type { CoatsByName } from './coat'

/** Selects the coats of the school's horses, for a statement that reads something else as well. */
export const coatsSql = `(SELECT json_object_agg(h.name, h.coat) FROM horses h WHERE h.coat IS NOT NULL)`

/** Stores the coats for this request: they come with the session, because any page may name a horse. */
export const rememberCoats = (coats: CoatsByName | null): void => rememberInRequest('coats', coats ?? {})

/** Returns the coats of the school's horses, read once per request. */
export const getCoats = (): Promise<CoatsByName> => onceInRequest('coats', findCoats)

async function findCoats(): Promise<CoatsByName> {
  const horses = await prisma.horse.findMany({ where: { coat: { not: null } }, select: { name: true, coat: true } })
  return Object.fromEntries(horses.map(({ name, coat }) => [name, coat ?? '']))
}
