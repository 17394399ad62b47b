import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FormActions } from '~/components/form/form-actions'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { CopyText } from '~/components/office/copy-text'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { liftLimits } from '~/models/people/accounts/links/lift-limits.server'
import { findStudent } from '~/models/people/families/student.server'
import { refuseUntil } from '~/platform/rate-limit.server'
import { countLinkRequest, requestLink } from '~/services/mail/account-links.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { clientIp } from '~/web/sign-in-limits.server'

export const meta: MetaFunction = () => [{ title: 'Sign-in Link' }]

const pageOf = (request: Request, id: string) =>
  paths.student(id, { month: new URL(request.url).searchParams.get('month') ?? undefined })

/** Returns the student. @throws Response 404 if they do not exist or have no email address. */
async function studentOf(id = '') {
  const student = await findStudent(id)
  if (!student?.email) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  return { ...student, email: student.email }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name, email } = await studentOf(params.id)
  return { name, email, closeTo: pageOf(request, id) }
}

const confirmSchema = z.object({ lift: z.literal('yes').optional() })

/** If no email is sent, the dialog shows the link to hand over. */
export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  confirms: true,
  failed: 'Failed to generate magic link',
  async run({ viewer, value, params, request, context }) {
    const { id, name, email } = await studentOf(params.id)
    if (value.lift) {
      await liftLimits(viewer.id, { id, email })
      return { to: pageOf(request, id), title: `${name} Can Try Again` }
    }
    refuseUntil(await countLinkRequest(clientIp(context)))
    const { link } = await requestLink('magic', email, viewer)
    if (link) return Response.json({ link })
    return {
      to: pageOf(request, id),
      title: 'Magic Link Sent!',
      description: `Emailed to ${email}. The link works once, for 15 minutes.`,
    }
  },
})

export default function SignInLink() {
  const { name, email, closeTo } = useLoaderData<typeof loader>()
  const link = useActionData<{ link?: string }>()?.link
  const { field: _, ...answer } = useAnswer(confirmSchema)
  return (
    <Dialog title={link ? 'Magic Link Generated' : `Sign-in link for ${name}`} closeTo={closeTo}>
      {link ? (
        <div className="grid gap-4">
          <p role="status">
            The email didn't go out, so please send {name} this link yourself. It signs them in without a password,
            works once, and expires in 15 minutes.
          </p>
          <CopyText id="sign-in-link" label={`Sign-in link for ${name}`} text={link} />
          <ButtonLink to={closeTo} stay variant="secondary" className="justify-self-end">
            Done
          </ButtonLink>
        </div>
      ) : (
        <PostForm answer={answer} stay>
          <p className="[overflow-wrap:anywhere]">
            {name} gets an email at <strong>{email}</strong> with a link that signs them in without a password. It works
            once and expires in 15 minutes.
          </p>
          <FormActions closeTo={closeTo} label="Generate Magic Link" />
          <p className="mt-6 border-t border-line pt-4">
            <strong>“Too many attempts”?</strong> Or no more links or codes today? Clear the limits, so that {name} can
            try again right away.
          </p>
          <Button variant="secondary" name="lift" value="yes" className="mt-3">
            Let Them Try Again
          </Button>
        </PostForm>
      )}
    </Dialog>
  )
}
