import type { SubmissionResult } from '@conform-to/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { paths } from '~/utils/paths'

export interface LinkRequestProps {
  title: string
  submit: string
  /** What is said above the link where it is shown instead of mailed. */
  generated: string
  about: string
  email?: string
  lastResult?: SubmissionResult<string[]> | null
  /** E-mail cannot be sent: what there is to say instead, and the link where it may be shown. */
  unavailable?: { message: string; link: string | null } | null
}

/** The dialogs Magic Link Sign In and Reset Your Password (specification, section 2). */
export function LinkRequest({ title, submit, generated, about, email, lastResult, unavailable }: LinkRequestProps) {
  const { formErrors, fieldOf } = formState(lastResult, ['email'])
  const field = fieldOf('email')
  return (
    <Dialog title={title} closeTo={paths.auth()}>
      {unavailable ? (
        <div className="grid gap-4">
          <p role="status" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
            <strong>Email service unavailable</strong>
            {unavailable.link ? '. Use this link instead. It works once.' : '. Please contact the school.'}
          </p>
          {unavailable.link ? (
            <div>
              <h3>{generated}</h3>
              <a href={unavailable.link} className="link break-all">
                {unavailable.link}
              </a>
            </div>
          ) : null}
          <ButtonLink to={paths.auth()} variant="secondary" className="justify-self-end">
            Close
          </ButtonLink>
        </div>
      ) : (
        <form method="post" noValidate className="grid gap-4">
          <Csrf />
          <FormError title="Error" errors={formErrors} />
          <p className="text-muted">{about}</p>
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            {...field}
            defaultValue={field.defaultValue ?? email}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={paths.auth()} variant="secondary">
              Cancel
            </ButtonLink>
            <Button>{submit}</Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
