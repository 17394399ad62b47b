import { notFound } from '~/platform/refused'
import { idField } from '~/utils/fields'

/** @throws Refused 404 if the address names no season. */
export function seasonParam({ season }: { season?: string }): number {
  const id = idField.safeParse(season)
  if (!id.success) throw notFound('This season no longer exists')
  return id.data
}
