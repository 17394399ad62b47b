import { useActionData } from '@remix-run/react'
import { type Answer, useAnswer, versionAfter } from '~/components/form/use-answer'
import { markSchema } from '~/models/schedule/attendance/attendance.schema'
import { horseOfVersion } from '~/models/schedule/horses/plan/horse-plan'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { MAKEUP_ANYWAY_FIELD } from '~/models/schedule/makeups/absence.server'
import { AHEAD_FIELD } from '~/models/schedule/vocabulary/ahead.server'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import { NO_HORSE_VALUE } from '~/models/vocabulary/attendance'
import { versionOf } from '~/platform/version'

/** The forms of one ride as they are shown again: each with what was typed into it, and with the version to send next. */
export function useRideAnswer(rider: RosterRider, savedNote: string) {
  const { form, field, title } = useAnswer(markSchema)
  const after = versionAfter(useActionData<Answer>())
  // A question is not an error: its box asks it.
  const { [BEYOND_FIELD]: _beyond, [MAKEUP_ANYWAY_FIELD]: _makeup, [AHEAD_FIELD]: _ahead, ...failures } = form.allErrors
  const typed: Record<string, unknown> = form.initialValue ?? {}
  const text = (name: string) => (typeof typed[name] === 'string' ? typed[name] : undefined)
  const intent = text('intent')
  const horse = text('horseId')
  // What this desk left alone is shown as it is now, or its next try would bring it back over another desk's choice.
  const untouched = horse === String(horseOfVersion(text('version') ?? '') ?? NO_HORSE_VALUE)
  const isNote = intent === 'note'
  const isRemoval = intent?.startsWith('remove') ?? false
  return {
    field,
    title,
    errors: Object.values(failures).flat(),
    intent,
    ride: {
      version: (isNote || isRemoval ? undefined : after) ?? rider.version,
      chosen: untouched ? undefined : horse,
      over: Boolean(field('overReason').meta.errors),
    },
    removal: (isRemoval ? after : undefined) ?? rider.version,
    note: {
      version: (isNote ? after : undefined) ?? versionOf({ note: savedNote }),
      saved: savedNote,
      typed: text('note'),
    },
  }
}
