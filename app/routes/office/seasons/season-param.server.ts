import { redirect } from '@remix-run/node'
import type { Plan } from '~/models/schedule/season/plan'
import { loadPlan } from '~/models/schedule/season/season.server'
import { notFound } from '~/platform/refused'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'

type Params = { season?: string }

/** @throws Refused 404 if the address names no season. */
export function seasonParam({ season }: Params): number {
  const id = idField.safeParse(season)
  if (!id.success) throw notFound('This season no longer exists')
  return id.data
}

/** The plan that an address is about. @throws Refused 404; Response that leads to the season if it is published, when there is nothing to plan. */
export async function draftOf(params: Params): Promise<Plan> {
  const plan = await loadPlan(seasonParam(params))
  if (plan.season.publishedAt) throw redirect(paths.season(plan.season.id))
  return plan
}
