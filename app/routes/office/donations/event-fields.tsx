import { Field } from '~/components/form/field'
import { TextAreaField } from '~/components/form/text-area-field'
import type { AnswerField } from '~/components/form/use-answer'
import type { eventFormSchema } from '~/models/money/donations/event.schema'

/** The fields of an event; `dated` unless the platform has not given its date. */
export function EventFields({ field, dated = true }: { field: AnswerField<typeof eventFormSchema>; dated?: boolean }) {
  return (
    <>
      <Field label="Name" {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day" type="date" required={dated} {...field('date')} />
        <Field label="Time" type="time" required={dated} {...field('time')} />
      </div>
      <Field label="Location (optional)" {...field('location')} />
      <TextAreaField label="Description (optional)" {...field('description')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Capacity (optional)" inputMode="numeric" {...field('maxAttendees')} />
        <Field
          label="Ticket price (optional)"
          inputMode="decimal"
          hint="In dollars, for example 15.00"
          {...field('ticketPrice')}
        />
      </div>
    </>
  )
}
