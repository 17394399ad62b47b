import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { levelOf } from '~/models/vocabulary/level'
import { displayName } from '~/models/vocabulary/user'
import { notFound } from '~/platform/refused'
import {
  bare,
  instant,
  instantOf,
  listStatement,
  plain,
  queryLists,
  type RowsOf,
  rowList,
  text,
} from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'

/** Selects what `familyFound` returns of a student, given as SQL, for a statement with other lists. */
export const familyOfLists = (student: string) => ({
  about: rowList<{
    isHidden: boolean
    erasedAt: string | null
    level: string | null
    weightLb: number | null
    birthDate: LocalDate | null
    guardian: Person | null
    mergedInto: Person | null
  }>(
    {
      isHidden: bare('u.hidden_at IS NOT NULL'),
      erasedAt: instant('u.erased_at'),
      level: text('u.level'),
      weightLb: bare('u.weight_lb'),
      birthDate: plain('u.birth_date'),
      guardian: personColumn('u.guardian_id'),
      mergedInto: personColumn('u.merged_into_id'),
    },
    `users u WHERE u.id = ${student}`,
  ),
  riders: rowList<Person & { birthDate: LocalDate | null; removed: boolean }>(
    {
      id: text('r.id'),
      firstName: text('r.first_name'),
      lastName: text('r.last_name'),
      email: text('r.email'),
      birthDate: plain('r.birth_date'),
      removed: bare('r.hidden_at IS NOT NULL'),
    },
    `users r WHERE r.guardian_id = ${student}`,
    'r.first_name, r.last_name, r.id',
  ),
})
const FAMILY_OF = listStatement(familyOfLists('$1'))

/** Returns the guardian of a rider, the riders of a guardian, and whether the student was removed from the lists. @throws Refused 404 */
export function familyFound({ about: [about], riders }: RowsOf<ReturnType<typeof familyOfLists>>) {
  if (!about) throw notFound('Student not found')
  const { isHidden, mergedInto, erasedAt, level, guardian, ...rest } = about
  return {
    ...rest,
    removed: isHidden,
    mergedInto: mergedInto && { id: mergedInto.id, name: displayName(mergedInto) },
    erasedAt: instantOf(erasedAt),
    level: levelOf(level),
    guardian: guardian && { id: guardian.id, name: displayName(guardian), email: guardian.email },
    riders: riders.map(({ id, email, birthDate, removed, ...rider }) => ({
      id,
      name: displayName({ ...rider, email }),
      email,
      birthDate,
      removed,
    })),
  }
}

/** Works like `familyFound`, in one statement. @throws Refused 404 */
export const familyOf = async (id: string) => familyFound(await queryLists(FAMILY_OF, [id]))
