import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { endWeeklyPlace } from '~/models/lessons/place.server'
import { dayField } from '~/models/schedule/slot.schema'
import { today } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

const idSchema = z.coerce.number().int().positive().max(2_147_483_647)

/**
 * DELETE /api/weekly-schedule/{id}: ends a weekly place today, or on `?fromDate=`; the past stays as it was
 * (specification, section 7).
 */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
    const viewer = await requireApiAdmin(request)
    const id = idSchema.safeParse(params.id)
    if (!id.success) throw notFound('Lesson not found')
    const from = dayField.safeParse(new URL(request.url).searchParams.get('fromDate') ?? today())
    if (!from.success) throw new Refused('fromDate must be a day that exists, as YYYY-MM-DD', 'fromDate')
    await endWeeklyPlace(viewer.id, id.data, from.data)
    return { message: 'Lesson Deleted - Future lessons have been removed from the schedule' }
  })

export const loader = () => methodNotAllowed('DELETE')
