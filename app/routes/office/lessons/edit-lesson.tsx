import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { listRideTypes } from '~/models/schedule/rides/ride-type.server'
import { editLessonSchema, timeOf } from '~/models/schedule/vocabulary/slot.schema'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { requireVersion, versionOf, withKept } from '~/platform/version'
import { formatDayShort, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'
import { formatToCall } from './said'
import { ScopeChoice } from './scope-choice'
import { BeyondBox, LengthField, PlacesFields, TimeField } from './slot-fields'
import { undoOf } from './undo-of'

export const meta: MetaFunction = () => [{ title: 'Edit Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ date, time, type, duration, weekly, own }, times, types] = await Promise.all([
    lessonParam(params),
    findLessonTimes(),
    listRideTypes(),
  ])
  const names = types.filter(({ isActive }) => isActive).map(({ name }) => name)
  return {
    slot: { date, time, type },
    duration,
    weekly,
    own,
    times,
    ofType: types.find(({ name }) => name === type)?.capacity ?? null,
    types: names.includes(type) ? names : [type, ...names],
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: editLessonSchema,
  asks: [BEYOND_FIELD],
  async run({ viewer, value: { scope, duration, capacity, level, arena, beyond, ...to }, params, version }) {
    requireVersion(version)
    const slot = slotParam(params)
    const { date = slot.date, type } = to
    const time = timeOf(to)
    const change = { date, time, type, duration, places: { capacity, level, arena }, version, beyond: beyond === 'on' }
    const { changes, toCall, freed, kept } = await editLesson(viewer.id, slot, change, scope)
    const day = date === slot.date ? '' : `${formatWeekday(date)}, ${formatDayShort(date)}, `
    const now = `Now ${day}${formatTimeOfDay(time)} ${type}${duration ? `, ${duration} minutes` : ''}`
    const what = [now, freed.length > 0 && `Free again: ${freed.join(', ')}`, formatToCall(toCall)]
    return {
      to: paths.admin({ day: date }),
      title: 'Lesson Updated',
      description: withKept(what.filter(Boolean).join('. '), kept),
      undo: undoOf(changes),
    }
  },
})

export default function EditLesson() {
  const { slot, duration, weekly, own, times, ofType, types } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(editLessonSchema, {
    defaultValue: {
      date: slot.date,
      time: slot.time,
      type: slot.type,
      duration: String(duration),
      capacity: own.capacity === null ? '' : String(own.capacity),
      level: own.level ?? '',
      arena: own.arena ?? '',
    },
    version: versionOf(own),
  })
  return (
    <DialogForm
      title="Edit Lesson"
      closeTo={paths.lesson(slot)}
      above={<LessonLine {...slot} />}
      answer={answer}
      failed="Failed to update lesson. Please try again."
      action={paths.editLesson(slot)}
      submit="Save Lesson"
      busy="Saving…"
    >
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
        <Field label="Day" type="date" hint={weekly ? 'Every week: the new weekday.' : undefined} {...field('date')} />
        <TimeField times={times} present={slot.time} field={field} />
      </div>
      <SelectField label="Ride type" options={types.map((type) => ({ value: type, label: type }))} {...field('type')} />
      <LengthField lengths={times.lengths} present={duration} {...field('duration')} />
      <PlacesFields ofType={ofType} arenas={times.arenas} present={own.arena} field={field} />
      {weekly ? (
        <ScopeChoice date={slot.date} meta={field('scope').meta} legend="Apply to" />
      ) : (
        <input type="hidden" name="scope" value="one-time" />
      )}
      <BeyondBox field={field} label="Save anyway" />
      <p className="text-sm text-muted">
        Students move with the lesson. Horses move too if they’re free that day. Past lessons don't change.
      </p>
    </DialogForm>
  )
}

export const ErrorBoundary = LessonDialogError
