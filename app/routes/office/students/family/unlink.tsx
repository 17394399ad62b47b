import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { isUnder13, UNDER_13 } from '~/models/people/accounts/age'
import { unlinkSchema } from '~/models/people/accounts/family.schema'
import { unlinkRider } from '~/models/people/families/family-change.server'
import { familyOf } from '~/models/people/families/family-of.server'
import { staysWithPayers } from '~/models/people/families/family-search.server'
import { findStudent } from '~/models/people/families/student.server'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Remove from Family' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const student = await findStudent(params.id ?? '')
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  const { guardian, birthDate } = await familyOf(student.id)
  return {
    id: student.id,
    name: student.name,
    asksEmail: !student.email,
    guardian,
    isChild: isUnder13(birthDate, today()),
    stays: await staysWithPayers(student.id, null),
    closeTo: paths.student(student.id),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: unlinkSchema,
  failed: 'Nothing was changed',
  confirms: ({ value }) => Boolean(value.email),
  async run({ viewer, value, params: { id = '' }, version = '' }) {
    const to = paths.student(id)
    const { change, rider, guardian } = await unlinkRider(viewer.id, id, { ...value, version })
    return {
      to,
      title: 'Removed from Family',
      description: `${rider} is no longer in ${guardian}’s family.`,
      undo: { label: 'Undo', action: to, fields: { 'undo-family': String(change) } },
    }
  },
})

export default function Unlink() {
  const { id, name, guardian, asksEmail, isChild, stays, closeTo } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(unlinkSchema, { version: guardian?.id ?? '' })
  if (!guardian || isChild) {
    return (
      <Dialog title={`Remove ${name} from this family?`} closeTo={closeTo}>
        <p className="mb-4">{guardian ? UNDER_13 : `${name} isn’t in a family.`}</p>
        <ButtonLink to={guardian ? paths.linkFamily(id, { find: 'guardian' }) : closeTo} stay variant="secondary">
          {guardian ? 'Move to Another Family' : 'Close'}
        </ButtonLink>
      </Dialog>
    )
  }
  return (
    <DialogForm
      title={`Remove ${name} from this family?`}
      closeTo={closeTo}
      answer={answer}
      submit="Remove from Family"
      danger
    >
      <p>
        {guardian.name} will no longer see {name}’s rides or buy for {name}. {name} keeps their schedule, rides, and
        lessons. Payments stay with whoever made them.
      </p>
      {stays.map((sentence) => (
        <p key={sentence} className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          {sentence}
        </p>
      ))}
      {asksEmail ? (
        <Field
          label="Email (optional)"
          type="email"
          autoComplete="off"
          hint={`With one, ${name} can sign in and gets our emails. Leave it blank if they have none.`}
          {...field('email')}
        />
      ) : null}
    </DialogForm>
  )
}
