import { t } from '#text'
import { birthDateOf, isAdult } from '~/models/people/accounts/age'
import { CONSENT } from '~/models/people/accounts/consent'
import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { displayName, given } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { Outdated, Refused } from '~/platform/refused'
import { instant, listStatement, plain, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { withTx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { ConsentGiven } from './consent.schema'
import { type FamilyRider, familyFrom, familyLists, familyRider, memberTable } from './family.server'

/** Who consents for a rider, and what shows that it is a child: a guardian, or a parent's name on its own account. */
interface Child {
  guardianId: string | null
  parentName: string | null
  birthDate: LocalDate | null
}

const isChild = ({ guardianId, parentName, birthDate }: Child): boolean =>
  (guardianId !== null || given(parentName) !== '') && !isAdult(birthDate, today())

/**
 * Selects the `members` of a family for whom the account, given as SQL, has not consented yet, including adults, for a
 * statement with other lists.
 */
export const consentLists = (account: string) => ({
  toAgree: rowList<{ id: string; birthDate: LocalDate | null }>(
    { id: text('u.id'), birthDate: plain('u.birth_date') },
    `users u WHERE u.id IN (SELECT id FROM members) AND coalesce(u.guardian_id, u.id) = ${account}
       AND (u.guardian_id IS NOT NULL OR btrim(u.parent_name) <> '')
       AND NOT EXISTS (SELECT FROM consents c WHERE c.rider_id = u.id AND c.by_id = ${account} AND c.version = ${CONSENT.version})`,
    'u.id',
  ),
})

/** Returns the children of a family for whose consent its account is asked. */
export const childrenToAgree = (
  { toAgree }: RowsOf<ReturnType<typeof consentLists>>,
  riders: readonly FamilyRider[],
): FamilyRider[] => riders.filter(({ id }) => toAgree.some((row) => row.id === id && !isAdult(row.birthDate, today())))

const OF_FAMILY = listStatement({ ...familyLists('$1'), ...consentLists('$1') }, `WITH ${memberTable('$1')}`)

/** Returns the children for whose consent this account is asked: none for a child with a sign-in of its own, whose guardian is asked. */
export async function askedConsents(userId: string): Promise<FamilyRider[]> {
  const rows = await queryLists(OF_FAMILY, [userId])
  return childrenToAgree(rows, familyFrom(rows, userId))
}

/**
 * Records a parent's consent for children of the family. Repeating it changes nothing: the first consent stays. Returns
 * the children's names.
 * @throws Refused 404 for a child of another family; 409 if the text is not the valid one, for a rider with a guardian,
 * and for an adult.
 */
export const giveConsent = (byId: string, { version, riders }: ConsentGiven): Promise<string[]> =>
  withTx(async (tx) => {
    if (version !== CONSENT.version) {
      throw new Outdated('This text has changed. Please read the new one below and agree to it.')
    }
    const { guardianId } = await tx.user.findUniqueOrThrow({ where: { id: byId }, select: { guardianId: true } })
    if (guardianId) throw new Refused('guardian_decides', 'Your parent or guardian agrees for you')
    const names: string[] = []
    for (const riderId of riders) {
      const { name } = await familyRider(byId, riderId, tx)
      const select = { guardianId: true, parentName: true, birthDate: true } as const
      const { birthDate, ...child } = await tx.user.findUniqueOrThrow({ where: { id: riderId }, select })
      if (!isChild({ ...child, birthDate: birthDateOf(birthDate) })) {
        throw new Refused('nothing_to_do', t('Nobody has to agree for {name}, who rides as an adult', { name }))
      }
      const row = { riderId, byId, version, givenAt: now() }
      const { count } = await tx.consent.createMany({ data: [row], skipDuplicates: true })
      const what = { action: 'consent.give', entity: 'student', entityId: riderId } as const
      if (count) await audit(tx, { actorId: byId, ...what, detail: { version } })
      names.push(name)
    }
    return names
  })

/** The consent as shown on a student's page. */
interface ConsentStanding {
  /** The valid consent; null while the family is asked. */
  given: { by: string; at: Date; version: number } | null
}

/** Selects what `consentFound` returns of a rider, given as SQL, for a statement with other lists. */
export const consentList = (rider: string) =>
  rowList<Child & { by: Person | null; givenAt: string | null }>(
    {
      guardianId: text('u.guardian_id'),
      parentName: text('u.parent_name'),
      birthDate: plain('u.birth_date'),
      by: personColumn('c.by_id'),
      givenAt: instant('c.given_at'),
    },
    `users u LEFT JOIN consents c
       ON c.rider_id = u.id AND c.by_id = coalesce(u.guardian_id, u.id) AND c.version = ${CONSENT.version}
     WHERE u.id = ${rider}`,
  )
const CONSENT_FOR = listStatement({ consent: consentList('$1') })

/** Returns whether a parent has consented for a rider; null for an adult who rides for themselves. */
export function consentFound([row]: RowsOf<typeof CONSENT_FOR.lists>['consent']): ConsentStanding | null {
  if (!row || !isChild(row)) return null
  const { by, givenAt, guardianId, parentName } = row
  if (!by || givenAt === null) return { given: null }
  const name = guardianId ? displayName(by) : (parentName ?? '')
  return { given: { by: name, at: new Date(givenAt), version: CONSENT.version } }
}

/** Works like `consentFound`, in one statement. */
export const consentFor = async (riderId: string): Promise<ConsentStanding | null> =>
  consentFound((await queryLists(CONSENT_FOR, [riderId])).consent)
