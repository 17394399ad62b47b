import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { answerSchema } from '~/models/people/families/invitations/invitation.schema'
import { findWrong } from '~/models/people/families/invitations/invite.server'
import { getEnv } from '~/platform/env.server'
import { answerAndMail } from '~/services/mail/invitations/invitation-mail.server'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Something Is Wrong' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { at, ...found } = await findWrong(params.id ?? '')
  return { ...found, at: formatInstant(at, getEnv().schoolTimezone), isMailSetUp: isMailSetUp() }
}

export const action = formAction({
  guard: requireAdmin,
  schema: answerSchema,
  failed: 'Not done',
  refusedTo: (_, { status }) => (status === 404 ? paths.invitations({ show: 'wrong' }) : undefined),
  async run({ viewer, value, params }) {
    const { name, isTold } = await answerAndMail(viewer.id, params.id ?? '', value.answer)
    const to = paths.invitations({ show: 'wrong' })
    return { to, title: 'Done', description: isTold ? `Your answer goes to ${name}.` : `${name} is off the list.` }
  },
})

export default function AnswerInvited() {
  const { id, name, wrong, at, isOpen, isMailSetUp } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(answerSchema)
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={`${name} says something is wrong`}
        back={{ to: paths.invitations({ show: 'wrong' }), label: 'Invite Families' }}
      />
      <Card className="mb-3">
        <p className="whitespace-pre-line text-lg [overflow-wrap:anywhere]">{wrong}</p>
        <p className="mt-2 text-muted">Said {at}.</p>
        <p className="mt-3">
          <Link to={paths.student(id)} className="link inline-flex min-h-11 items-center">
            Open {name}
          </Link>
        </p>
      </Card>
      {isOpen ? (
        <Card title="Done with it?">
          <PostForm answer={answer} stay>
            {isMailSetUp ? (
              <TextAreaField
                label="Answer for the family"
                hint="It goes out by email, with a link to look again. Leave it empty to send nothing."
                {...field('answer')}
              />
            ) : (
              <p className="text-muted">Email isn’t set up, so nothing is sent.</p>
            )}
            <div className="actions">
              <Button busy="Saving…">Mark Done</Button>
            </div>
          </PostForm>
        </Card>
      ) : (
        <p className="font-semibold">This was answered.</p>
      )}
    </div>
  )
}
