import { displayName } from '~/models/vocabulary/user'

type Named = Parameters<typeof displayName>[0]

export type ByGuardian = Named & { guardian: Named | null }

/** Returns riders with names that distinguish namesakes by their guardian: `Ruby Cohen (Dana Cohen)`. */
export function distinguish<One extends ByGuardian>(riders: readonly One[]): (One & { name: string })[] {
  const named = riders.map((one) => ({ ...one, name: displayName(one) }))
  const count = new Map<string, number>()
  for (const { name } of named) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1)
  return named.map((one) => {
    if (!one.guardian || count.get(one.name.toLowerCase()) === 1) return one
    return { ...one, name: `${one.name} (${displayName(one.guardian)})` }
  })
}

/** The guardian of `users u`, for `distinguish`. */
export const guardianSql = `(SELECT json_build_object('firstName', f.first_name, 'lastName', f.last_name, 'email', f.email)
  FROM users f WHERE f.id = u.guardian_id)`
