import { t } from '#text'
import { ridersOfFamily } from '~/models/people/families/family.server'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { type ListedMakeup, listMakeups } from './makeup-list.server'

/** The most makeups that a family's page shows. */
const MAX = 100

/**
 * Lists the makeups of all riders of a family: first those that can be booked, the one that expires first at the top;
 * then the others, newest first.
 */
export async function ownMakeups(userId: string): Promise<ListedMakeup[]> {
  const riderIds = (await ridersOfFamily(userId)).map(({ id }) => id)
  const makeups = await listMakeups({ today: today(), riderIds, most: MAX, ownWords: true })
  const isOpen = ({ state }: ListedMakeup) => state === 'open'
  const open = makeups.filter(isOpen).sort((a, b) => a.until.localeCompare(b.until))
  return [...open, ...makeups.filter((makeup) => !isOpen(makeup))]
}

/** @throws Refused 404 for another family's, and if there is none. */
export async function ownMakeup(userId: string, id: number): Promise<ListedMakeup> {
  const riderIds = (await ridersOfFamily(userId)).map((rider) => rider.id)
  const [makeup] = await listMakeups({ today: today(), riderIds, id, ownWords: true })
  if (!makeup) throw notFound(t('This makeup no longer exists'))
  return makeup
}
