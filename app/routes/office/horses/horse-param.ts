import { horseIdField } from '~/models/horses/horse.schema'
import { notFound } from '~/platform/refused'

/** @throws Refused 404 */
export function horseParam(params: { id?: string }): number {
  const { data } = horseIdField.safeParse(params.id)
  if (!data) throw notFound('This horse no longer exists.')
  return data
}
