import type { ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { CopyText } from '~/components/office/copy-text'
import { Button, ButtonLink } from '~/components/ui/button'
import { newAdminSchema } from '~/models/people/accounts/admins/admin.schema'
import { paths } from '~/utils/paths'

const RIGHTS = 'Administrators can see and change everything: families, payments, and these settings.'

/** The first step: the person's email address. */
export function AskEmail({ email, errors }: { email: string; errors: string[] | undefined }) {
  return (
    <Form method="get" action={paths.addAdministrator()} noValidate className="grid gap-4">
      <p className="text-muted">{RIGHTS}</p>
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        defaultValue={email}
        errors={errors}
        autoFocus
      />
      <Buttons cancelTo={paths.administrators()}>
        <Button>Continue</Button>
      </Buttons>
    </Form>
  )
}

/** The next step if there is an account: whether it is the right one. */
export function ConfirmAccount({
  account,
  subscription,
  weeklyPlaces,
}: {
  account: { id: string; name: string; email: string }
  subscription: string | null
  weeklyPlaces: number
}) {
  return (
    <Form method="post" className="grid gap-4">
      <Csrf />
      <input type="hidden" name="id" value={account.id} />
      <p className="[overflow-wrap:anywhere]">
        <strong>{account.name}</strong> has an account with the address {account.email}. Make them an administrator?
      </p>
      <p className="text-muted">
        {RIGHTS} The account is signed out everywhere, and we email that address a link to choose a new password, so
        that no one else who knows the old one gets in.
      </p>
      {subscription || weeklyPlaces ? (
        <p role="alert" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          <strong>This person is a rider.</strong> Their bookings and payments are kept, but they won't be listed as a
          student anymore. A separate account for the office works better.
        </p>
      ) : null}
      <Buttons cancelTo={paths.addAdministrator()}>
        <Button name="intent" value="confirm">
          Make Administrator
        </Button>
      </Buttons>
    </Form>
  )
}

/** The next step if there is none: the new account's name. */
export function NewAccount({ email }: { email: string }) {
  const { field, ...answer } = useAnswer(newAdminSchema, { defaultValue: { email } })
  return (
    <PostForm answer={answer}>
      <p className="text-muted">
        There's no account with this email yet. We'll email them a link to choose a password. It works once and expires
        in 60 minutes.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="off" {...field('firstName')} />
        <Field label="Last name" autoComplete="off" {...field('lastName')} />
      </div>
      <Field label="Email" type="email" autoComplete="off" {...field('email')} />
      <Buttons cancelTo={paths.addAdministrator()}>
        <Button name="intent" value="create">
          Add Administrator
        </Button>
      </Buttons>
    </PostForm>
  )
}

/** Shown if no email was sent: the link for the administrator to hand over. */
export function PasswordLink({ name, email, link }: { name: string; email: string; link: string }) {
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
        <strong>Email service unavailable</strong>. {name} is an administrator with the address {email}. Please send
        them this link to choose a password. It works once and expires in 60 minutes.
      </p>
      <CopyText id="password-link" label={`Link for ${name}`} text={link} />
      <ButtonLink to={paths.administrators()} variant="secondary" className="justify-self-end">
        Done
      </ButtonLink>
    </div>
  )
}

function Buttons({ cancelTo, children }: { cancelTo: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <ButtonLink to={cancelTo} stay variant="secondary">
        Cancel
      </ButtonLink>
      {children}
    </div>
  )
}
