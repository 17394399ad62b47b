import { Checkbox } from '~/components/form/checkbox'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { editStudentSchema } from '~/models/people/accounts/student.schema'
import type { EditedStudent } from '~/models/students/student-edit.server'
import { LEVELS, NO_LEVEL_YET } from '~/models/vocabulary/level'
import { displayName } from '~/models/vocabulary/user'
import { ContactFields } from './contact-fields'

/** The dialog Edit Student, over a month of the students or over the week. */
export function EditStudentDialog({
  edited: { monthName, student, guardian, level, weightLb, birthDate, blocked, counters, packageId, packages, version },
  closeTo,
}: {
  edited: EditedStudent
  closeTo: string
}) {
  const { firstName, lastName, email, phone, parentName } = student
  const used = Object.fromEntries(counters.map(({ field, used }) => [field, String(used)]))
  const { field, ...answer } = useAnswer(editStudentSchema, {
    defaultValue: {
      firstName,
      lastName,
      email,
      phone,
      parentName,
      level: level ?? NO_LEVEL_YET,
      weightLb: weightLb === null ? '' : String(weightLb),
      birthDate: birthDate ?? '',
      packageId: packageId === null ? '' : String(packageId),
      blocked: blocked ? 'on' : undefined,
      ...used,
    },
    version,
  })
  return (
    <DialogForm title={`Edit Student: ${displayName(student)}`} closeTo={closeTo} answer={answer} submit="Save Student">
      <ContactFields field={field} guardian={guardian} />
      <SelectField
        label="Level"
        hint="Families only see lessons at their rider’s level."
        options={[
          { value: NO_LEVEL_YET, label: 'Not set' },
          ...LEVELS.map(({ name, label }) => ({ value: name, label })),
        ]}
        {...field('level')}
      />
      <Field
        label="Weight in pounds (optional)"
        type="number"
        inputMode="numeric"
        hint="Used to check horse limits. Not shown on the day sheet."
        {...field('weightLb')}
      />
      <Field
        label="Birth date (optional)"
        type="date"
        hint="Riders under 13 can’t have their own sign-in."
        {...field('birthDate')}
      />
      {email || blocked ? (
        <Checkbox
          label="Block sign-in"
          hint="They'll be signed out everywhere and can't sign in. Rides, payments, and subscriptions aren't affected."
          meta={field('blocked').meta}
        />
      ) : null}
      <SelectField
        label={`Package added by the office, ${monthName}`}
        hint={`This doesn't change what the family bought${student.packages.length ? `: ${student.packages.join(', ')}` : ''}.`}
        options={[
          { value: '', label: 'None' },
          ...packages.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...field('packageId')}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-semibold">Used in {monthName}</legend>
        <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
          {counters.map(({ field: name, label, allowed }) => (
            <Field key={name} label={label} type="number" inputMode="numeric" hint={`of ${allowed}`} {...field(name)} />
          ))}
        </div>
      </fieldset>
      <Field label="Reason (optional)" hint="Saved with your name." {...field('reason')} />
    </DialogForm>
  )
}
