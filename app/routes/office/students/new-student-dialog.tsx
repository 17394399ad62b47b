import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { CONTACT_FIELDS, ContactFields } from './contact-fields'

/** Add Student, over either of the two students' screens. */
export function NewStudentDialog({
  closeTo,
  lastResult,
}: {
  closeTo: string
  lastResult?: SubmissionResult<string[]> | null
}) {
  const { formErrors, fieldOf } = formState(lastResult, [...CONTACT_FIELDS])
  return (
    <Dialog title="Add Student" closeTo={closeTo}>
      <Form method="post" className="grid gap-4">
        <Csrf />
        <FormError title="Failed to add student" errors={formErrors} />
        <ContactFields fieldOf={fieldOf} sent={Boolean(lastResult)} />
        <p className="text-sm text-muted">
          The family signs in with Magic Link Sign In, or sets a password with Forgot password.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>Add Student</Button>
        </div>
      </Form>
    </Dialog>
  )
}
