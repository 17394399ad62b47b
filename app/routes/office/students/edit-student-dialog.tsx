import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { SelectField } from '~/components/form/select-field'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { displayName } from '~/models/accounts/user'
import { USAGE_FIELDS } from '~/models/students/student.schema'
import type { EditedStudent } from '~/web/edit-student.server'
import { CONTACT_FIELDS, ContactFields } from './contact-fields'

const LABELS: Record<(typeof USAGE_FIELDS)[number], string> = {
  lessonsUsed: 'Group lessons used',
  privateLessonsUsed: 'Private lessons used',
  hacksUsed: 'Hacks used',
  horseUseUsed: 'Horse use used',
  makeupsUsed: 'Makeups used',
}

/** Edit Student, over the students' month or the week. */
export function EditStudentDialog({
  edited: { monthName, student, counters, packageId, packages },
  closeTo,
  lastResult,
}: {
  edited: EditedStudent
  closeTo: string
  lastResult?: SubmissionResult<string[]> | null
}) {
  const { formErrors, fieldOf } = formState(lastResult, [...CONTACT_FIELDS, 'packageId', ...USAGE_FIELDS, 'reason'])
  const field = (name: string, known: string) => {
    const state = fieldOf(name)
    return { ...state, defaultValue: lastResult ? state.defaultValue : known }
  }
  return (
    <Dialog title={`Edit Student: ${displayName(student)}`} closeTo={closeTo}>
      <Form method="post" noValidate className="grid gap-4">
        <Csrf />
        <input type="hidden" name="shown" value={counters.map(({ used }) => used).join(',')} />
        <FormError title="Failed to update student. Please try again." errors={formErrors} />
        <ContactFields fieldOf={fieldOf} sent={Boolean(lastResult)} student={student} />
        <SelectField
          label={`Package given by the office for ${monthName}`}
          hint={`What the family bought itself stays as it is${student.packages.length ? `: ${student.packages.join(', ')}` : ''}.`}
          options={[
            { value: '', label: 'None' },
            ...packages.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...field('packageId', packageId === null ? '' : String(packageId))}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-semibold">Used in {monthName}</legend>
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
            {counters.map(({ field: name, used, allowed }) => (
              <Field
                key={name}
                label={LABELS[name]}
                type="number"
                inputMode="numeric"
                min={0}
                max={99}
                hint={`of ${allowed}`}
                {...field(name, String(used))}
              />
            ))}
          </div>
        </fieldset>
        <Field
          label="Why the counters change (optional)"
          hint="Kept with your name, for when somebody asks."
          {...fieldOf('reason')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>Save Student</Button>
        </div>
      </Form>
    </Dialog>
  )
}
