import type { Params } from '@remix-run/react'
import { t } from '#text'
import { slotSchema } from '~/models/schedule/vocabulary/slot.schema'
import { findLesson, type RosterLesson } from '~/models/schedule/week/roster.server'
import type { Slot } from '~/models/vocabulary/slot'

const missing = () => new Response(t('Lesson not found'), { status: 404, statusText: 'Lesson not found' })

/** Returns the slot in an address, whether or not it has a lesson. @throws Response 404 if the day or time does not exist. */
export function slotParam(params: Params): Slot {
  const slot = slotSchema.safeParse(params)
  if (!slot.success) throw missing()
  return slot.data
}

/** Returns the lesson in an address. @throws Response 404 if there is none, or no longer one. */
export async function lessonParam(params: Params): Promise<RosterLesson> {
  const lesson = await findLesson(slotParam(params))
  if (!lesson) throw missing()
  return lesson
}
