import { addresseeOf, displayName } from '~/models/vocabulary/user'
import type { Db } from '~/platform/tx.server'
import { CHOSEN_BY_TEXT, kindOf, type NoticeKind } from './kinds'

/** Who reads notices about riders: the rider, otherwise the guardian. */
export interface Reader {
  id: string
  email: string
  /** The name in the greeting. */
  readerName: string | null
  /** Of notices to families; null for English. */
  language: string | null
  /** False if the family has turned emails of this kind off, and wants texts alone. */
  byEmail: boolean
  /** The phone for texts of this kind; null if it wants none. */
  textTo: string | null
  riders: { id: string; name: string }[]
}

interface Readers {
  /** The readers, each family once. */
  readers: Reader[]
  /** Riders without an address, or whose family must not be written to. */
  unreached: { id: string; name: string }[]
}

const PERSON = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  parentName: true,
  language: true,
  active: true,
  hiddenAt: true,
  erasedAt: true,
}

/**
 * Returns the readers, without families that have turned this kind of notice off. A guardian who made the request is
 * included beside a rider with an address.
 */
export async function readersOf(
  db: Db,
  riderIds: readonly string[],
  kind: NoticeKind,
  askerId?: string,
): Promise<Readers> {
  const riders = await db.user.findMany({
    where: { id: { in: [...new Set(riderIds)] }, erasedAt: null },
    select: { ...PERSON, guardian: { select: PERSON } },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
  const toldOf = (rider: (typeof riders)[number]) => {
    const { guardian } = rider
    if (!rider.email) return [guardian]
    return guardian && guardian.id === askerId ? [rider, guardian] : [rider]
  }
  const people = riders.flatMap((rider) => toldOf(rider).flatMap((reader) => reader?.id ?? []))
  const choices = await db.noticeChoice.findMany({ where: { kind, userId: { in: people } } })
  const numbers = await db.textNumber.findMany({
    where: { userId: { in: people }, verifiedAt: { not: null }, stoppedAt: null },
    select: { userId: true, number: true },
  })
  const wanted = new Map(choices.map((row) => [`${row.userId} ${row.channel}`, row.wanted]))
  const chosen = (userId: string, channel: string) => wanted.get(`${userId} ${channel}`)
  const { isChoice, toBlocked = false, ofRemoved = false, toInstructors = false } = kindOf(kind)
  const readers = new Map<string, Reader>()
  const unreached: Readers['unreached'] = []
  for (const { rider, reader } of riders.flatMap((rider) => toldOf(rider).map((reader) => ({ rider, reader })))) {
    const isOpen = reader?.active && !reader.hiddenAt && !reader.erasedAt && (!rider.hiddenAt || ofRemoved)
    if (!reader?.email || !(isOpen || toBlocked)) {
      unreached.push({ id: rider.id, name: displayName(rider) })
      continue
    }
    const { id, email } = reader
    const addressee = addresseeOf(toInstructors ? { ...reader, language: null } : reader)
    const byEmail = !isChoice || (chosen(id, 'email') ?? true)
    const byText = isOpen && (chosen(id, 'text') ?? CHOSEN_BY_TEXT.includes(kind))
    const textTo = (byText && numbers.find(({ userId }) => userId === id)?.number) || null
    if (!byEmail && !textTo) continue
    const family = readers.get(id) ?? { id, email, ...addressee, byEmail, textTo, riders: [] }
    family.riders.push({ id: rider.id, name: displayName(rider) })
    readers.set(id, family)
  }
  return { readers: [...readers.values()], unreached }
}
