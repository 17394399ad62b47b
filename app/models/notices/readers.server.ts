import { displayName, given } from '~/models/accounts/user'
import type { Db } from '~/platform/tx.server'
import { kindOf, type NoticeKind } from './kinds'

/** Whom to write to about riders: the rider, or else the guardian. */
export interface Reader {
  id: string
  email: string
  firstName: string | null
  riders: { id: string; name: string }[]
}

export interface Readers {
  /** Each family once. */
  readers: Reader[]
  /** Riders without an address, or whose family may not be written to. */
  unreached: { id: string; name: string }[]
}

const PERSON = { id: true, email: true, firstName: true, lastName: true, active: true, hiddenAt: true, erasedAt: true }

/** Families that have turned this kind of notice off are left out. */
export async function readersOf(db: Db, riderIds: readonly string[], kind: NoticeKind): Promise<Readers> {
  const off = { noticeChoices: { where: { kind, channel: 'email', wanted: false }, select: { kind: true } } }
  const riders = await db.user.findMany({
    where: { id: { in: [...new Set(riderIds)] }, erasedAt: null },
    select: { ...PERSON, ...off, guardian: { select: { ...PERSON, ...off } } },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
  const { isChoice, toBlocked = false } = kindOf(kind)
  const readers = new Map<string, Reader>()
  const unreached: Readers['unreached'] = []
  for (const rider of riders) {
    const reader = rider.email ? rider : rider.guardian
    const isOpen = reader?.active && !reader.hiddenAt && !reader.erasedAt && !rider.hiddenAt
    if (!reader?.email || !(isOpen || toBlocked)) {
      unreached.push({ id: rider.id, name: displayName(rider) })
      continue
    }
    if (isChoice && reader.noticeChoices.length > 0) continue
    const { id, email, firstName } = reader
    const family = readers.get(id) ?? { id, email, firstName: given(firstName) || null, riders: [] }
    family.riders.push({ id: rider.id, name: displayName(rider) })
    readers.set(id, family)
  }
  return { readers: [...readers.values()], unreached }
}
