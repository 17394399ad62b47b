import { Prisma } from '~/generated/prisma/client'
import { bare } from '~/platform/row-lists.server'
import { matchesSql, phoneDigitsSql } from '~/platform/search.server'

/** Returns the SQL of `displayName` without its fallback. A name that is missing, blank or the text "null" is left out. */
export const namesSql = (...columns: string[]): string =>
  `concat_ws(' ', ${columns.map((column) => `nullif(nullif(trim(${column}), ''), 'null')`).join(', ')})`

/** What `displayName` needs. */
export interface Person {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** Selects the person with this ID for a list; null if there is none. */
export const personColumn = (id: string): string =>
  bare(`(SELECT json_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name,
    'email', person.email) FROM users person WHERE person.id = ${id})`)

const userNameSql = (user: string) => Prisma.raw(namesSql(`${user}.first_name`, `${user}.last_name`))
const contactSql = (user: string) => {
  const { email, phone } = { email: Prisma.raw(`${user}.email`), phone: Prisma.raw(`${user}.phone`) }
  return Prisma.sql`concat_ws(' ', ${userNameSql(user)}, ${email}, ${phoneDigitsSql(phone)})`
}

/** Selects the text by which the office finds a rider: the names, email addresses and phones of the rider and of the parent or guardian. */
const personTextSql = Prisma.sql`
  concat_ws(' ', ${contactSql('u')}, u.parent_name,
            CASE WHEN u.guardian_id IS NOT NULL THEN (SELECT ${contactSql('g')} FROM users g WHERE g.id = u.guardian_id) END)`

/** Returns a condition on `users u`; `orIn` as in `matchesSql`. */
export const personMatchesSql = (search: string, orIn?: Parameters<typeof matchesSql>[2]): Prisma.Sql =>
  matchesSql(personTextSql, search, orIn)
