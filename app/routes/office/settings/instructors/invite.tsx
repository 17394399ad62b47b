import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { CopyText } from '~/components/office/copy-text'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { inviteSchema } from '~/models/schedule/instructors/instructor.schema'
import { findInstructor } from '~/models/schedule/instructors/instructor.server'
import { endSignIn, inviteInstructor } from '~/models/schedule/instructors/invitation.server'
import { requestLink } from '~/services/mail/account-links.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Invite Instructor' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const instructor = await findInstructor(params.id ?? '')
  if (!instructor) throw new Response('Instructor not found.', { status: 404, statusText: 'Not Found' })
  return { name: instructor.name, email: instructor.email }
}

const schema = z.discriminatedUnion('intent', [
  inviteSchema.extend({ intent: z.literal('invite') }),
  z.object({ intent: z.literal('end') }),
])

/** If no email is sent, the dialog shows the link to hand over. */
export const action = formAction({
  guard: requireAdmin,
  schema,
  confirms: true,
  failed: (intent) => (intent === 'end' ? 'We couldn’t sign them out' : 'The instructor was not invited'),
  async run({ viewer, value, params }) {
    const to = paths.instructors()
    const id = params.id ?? ''
    if (value.intent === 'end') {
      return { to, title: 'Sign-in Ended', description: `${await endSignIn(viewer.id, id)} is signed out everywhere` }
    }
    const name = await inviteInstructor(viewer.id, id, value.email)
    const { link } = await requestLink('reset', value.email, viewer)
    if (link) return Response.json({ invited: { email: value.email, link } })
    return { to, title: 'Instructor Invited', description: `We emailed ${name} a link to choose a password.` }
  },
})

export default function InviteInstructor() {
  const { name, email } = useLoaderData<typeof loader>()
  const invited = useActionData<{ invited?: { email: string; link: string } }>()?.invited
  const { field, ...answer } = useAnswer(inviteSchema, { defaultValue: { email: email ?? '' } })
  return (
    <Dialog title={email && !invited ? `${name}’s sign-in` : `Invite ${name}`} closeTo={paths.instructors()}>
      {invited ? (
        <div className="grid gap-4">
          <p role="status" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
            <strong>Email service unavailable</strong>. {name} can sign in as {invited.email}. Please send them this
            link to choose a password. It works once and expires in 60 minutes.
          </p>
          <CopyText id="password-link" label={`Link for ${name}`} text={invited.link} />
          <ButtonLink to={paths.instructors()} variant="secondary" className="justify-self-end">
            Done
          </ButtonLink>
        </div>
      ) : (
        <PostForm answer={answer} failed="The instructor was not invited">
          <p className="text-muted">
            We'll email a link to choose a password. {name} will see their own lessons with riders, horses and notes,
            but no payments, emails, or phone numbers.
          </p>
          <Field label="Email" type="email" autoComplete="off" {...field('email')} />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={paths.instructors()} stay variant="secondary">
              Cancel
            </ButtonLink>
            <Button name="intent" value="invite">
              {email ? 'Send a New Link' : 'Invite'}
            </Button>
            {email ? (
              <Button name="intent" value="end" variant="danger" formNoValidate>
                End Sign-in
              </Button>
            ) : null}
          </div>
        </PostForm>
      )}
    </Dialog>
  )
}
