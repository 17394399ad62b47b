import type { ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { SegmentedButtons } from '~/components/form/segmented'
import { type Option, SelectField } from '~/components/form/select-field'
import { Concerns } from '~/components/office/concerns'
import { AttendanceBadge } from '~/components/rides/ride-list'
import { Button } from '~/components/ui/button'
import type { Concern } from '~/models/schedule/match/match'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import { NO_HORSE_VALUE } from '~/models/vocabulary/attendance'

/** The button that takes the rider off and gives a makeup for it. */
export const ABSENT_MAKEUP = 'Absent, gets a makeup'

const MARKS = [
  { value: 'present', label: 'Present' },
  { value: 'absent', label: 'Absent', tone: 'bad' },
  { value: 'makeup', label: 'Makeup Lesson', tone: 'info' },
  { value: 'reschedule', label: ABSENT_MAKEUP, tone: 'info' },
] as const
const TAUGHT_MARKS = MARKS.filter(({ value }) => value !== 'reschedule')

/** Horse and attendance: with scripts a horse is saved once it is chosen, without them by its button or together with a mark. */
export function RideForm({
  action,
  rider,
  horses,
  concerns,
  ride: { version, chosen, over },
  asked,
  makeup,
  taught = false,
}: {
  action: string
  rider: RosterRider
  horses: Option[]
  /** Warnings about the ride's horse. */
  concerns: Concern[]
  /** `chosen` is the horse of a form that was refused; if it is `over` its limit, the form asks why. */
  ride: { version: string; chosen?: string; over: boolean }
  /** The question to answer before a mark is saved. */
  asked?: ReactNode
  /** What the office reads before it gives a makeup. */
  makeup?: ReactNode
  /** Whether it is an instructor's form, which gives no makeup. */
  taught?: boolean
}) {
  const now = rider.attendance
  const saved = rider.horse ? String(rider.horse.id) : NO_HORSE_VALUE
  const isOther = chosen !== saved && horses.some(({ value }) => value === chosen)
  return (
    <Form method="post" action={action} stay className="grid gap-4">
      <Csrf />
      <input type="hidden" name="version" value={version} />
      <div className="grid gap-2 sm:flex sm:items-end">
        <div className="min-w-0 flex-1">
          <SelectField
            label="Horse"
            name="horseId"
            data-save=""
            options={horses}
            defaultValue={isOther ? chosen : saved}
          />
        </div>
        <Button name="intent" value="horse" variant="secondary" className={isOther ? undefined : 'without-scripts'}>
          Save Horse
        </Button>
      </div>
      {rider.horse && concerns.length > 0 ? (
        <p className="horse-concerns">
          <Concerns horse={rider.horse.name} concerns={concerns} />
        </p>
      ) : null}
      {over ? (
        <Field
          label="Reason for exceeding the limit"
          name="overReason"
          maxLength={300}
          hint="It shows on the Horses page."
          autoFocus
        />
      ) : null}
      {asked}
      <fieldset>
        <legend className="mb-1 flex w-full items-center gap-2 font-semibold">
          Attendance <AttendanceBadge attendance={now} />
        </legend>
        {makeup}
        <SegmentedButtons label="Attendance" name="intent" value={now} parts={taught ? TAUGHT_MARKS : MARKS} />
        {now === 'scheduled' ? null : (
          <Button name="intent" value="scheduled" variant="quiet" className="mt-2">
            Clear attendance
          </Button>
        )}
        <p className="mt-2 text-sm text-muted">
          Present and Absent use one ride. Makeup Lesson uses a makeup.{' '}
          {taught ? 'Only the office gives makeups.' : `“${ABSENT_MAKEUP}” uses nothing and saves a makeup for later.`}{' '}
          A ride that no package counts needs none.
        </p>
      </fieldset>
    </Form>
  )
}
