import { type FamilyRider, familyFrom, familyLists } from '~/models/people/families/family.server'
import { today } from '~/platform/clock.server'
import {
  bare,
  instant,
  listStatement,
  plain,
  queryLists,
  type RowsOf,
  rowList,
  text,
} from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'
import { doesToday, lacksWaiver } from './unsigned-sql'
import { waiverList } from './version.server'
import { rolesFor, type SignerRole, type Waiver } from './waiver'

interface Standing {
  riderId: string
  id: number
  number: number
  typedName: string
  signedAt: string
  kind: string
  signerId: string | null
}

interface FamilyWaiver extends FamilyRider {
  /** The valid signature; null if there is none, or the school requires none. */
  signed: Omit<Standing, 'riderId'> | null
}

const isOfFamily = (user: string, column: string) =>
  `${column} IN (SELECT id FROM users WHERE ${user} IN (id, guardian_id))`

const OF_FAMILY = listStatement({
  waiver: waiverList,
  ...familyLists('$1'),
  account: rowList<{ hasGuardian: boolean; birthDate: LocalDate | null; parentName: string | null }>(
    { hasGuardian: bare('guardian_id IS NOT NULL'), birthDate: plain('birth_date'), parentName: text('parent_name') },
    'users WHERE id = $1',
  ),
  standing: rowList<Standing>(
    {
      riderId: text('s.rider_id'),
      id: bare('s.id'),
      number: bare('v.number'),
      typedName: text('s.typed_name'),
      signedAt: instant('s.signed_at'),
      kind: text('s.kind'),
      signerId: text('s.signer_id'),
    },
    `waiver_signatures s JOIN waiver_versions v ON v.id = s.version_id
     WHERE ${isOfFamily('$1', 's.rider_id')} AND s.withdrawn_at IS NULL AND ${doesToday}`,
    's.id DESC',
  ),
})

interface FamilyWaivers {
  /** The valid text. */
  waiver: Waiver | null
  riders: FamilyWaiver[]
  /** False for a child with a sign-in of its own: its guardian signs. */
  maySign: boolean
  /** The roles in which the account may sign for itself. */
  ownRoles: readonly SignerRole[]
}

/** Returns each rider of the family with what was signed. */
export async function familyWaivers(userId: string): Promise<FamilyWaivers> {
  const rows = await queryLists(OF_FAMILY, [userId])
  const riders = familyFrom(rows, userId).map((rider) => {
    const { riderId: _, ...signed } = rows.standing.find(({ riderId }) => riderId === rider.id) ?? { riderId: '' }
    return { ...rider, signed: 'id' in signed ? signed : null }
  })
  const { hasGuardian = false, birthDate = null, parentName = null } = rows.account[0] ?? {}
  const ownRoles = rolesFor({ isSelf: true, birthDate, parentName }, today())
  return { waiver: rows.waiver[0] ?? null, riders, maySign: !hasGuardian, ownRoles }
}

/** Selects people who have a waiver to sign, from a table such as `members`, for a statement with other lists. */
export const unsignedLists = (people: string) => ({
  unsigned: rowList<{ id: string }>({ id: text('p.id') }, `${people} p WHERE ${lacksWaiver('p.id')}`, 'p.id'),
})

/** Selects whether families must sign before they buy and book, for a statement with other lists. */
export const waiverRuleLists = {
  waiverRule: rowList<{ required: boolean | null }>({ required: bare('waiver_required') }, 'school'),
}

/** Returns the riders of a family who have something to sign. */
export const unsignedOf = (
  { unsigned }: RowsOf<ReturnType<typeof unsignedLists>>,
  riders: readonly FamilyRider[],
): FamilyRider[] => riders.filter(({ id }) => unsigned.some((one) => one.id === id))
