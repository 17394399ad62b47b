import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { Dialog } from '~/components/ui/dialog'
import { linkSchema } from '~/models/people/accounts/family.schema'
import { linkRider } from '~/models/people/families/family-change.server'
import { familyCandidates, linkToConfirm } from '~/models/people/families/family-search.server'
import { findStudent } from '~/models/people/families/student.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Candidates } from './candidates'

export const meta: MetaFunction = () => [{ title: 'Family' }]

const notFound = () => new Response('Student not found.', { status: 404, statusText: 'Not Found' })

/** Finds a guardian for the student, or a rider for the student's family; then asks before linking them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const student = await findStudent(params.id ?? '')
  if (!student) throw notFound()
  const query = new URL(request.url).searchParams
  const find: 'guardian' | 'rider' = query.get('find') === 'rider' ? 'rider' : 'guardian'
  const choose = query.get('choose')
  const base = { id: student.id, name: student.name, find, closeTo: paths.student(student.id) }
  if (choose) {
    const question = await (find === 'guardian' ? linkToConfirm(student.id, choose) : linkToConfirm(choose, student.id))
    if (!question) throw notFound()
    return { ...base, question }
  }
  const search = query.get('q')?.slice(0, 100) ?? student.name.split(' ').at(-1) ?? ''
  return { ...base, question: null, search, found: await familyCandidates(student.id, find, search) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: linkSchema,
  failed: 'Nothing was changed',
  async run({ viewer, value, params: { id = '' }, version = '' }) {
    const to = paths.student(id)
    const linked = await linkRider(viewer.id, { ...value, version })
    if (!linked) return { to, title: 'Already in this family' }
    return {
      to,
      title: 'Family Changed',
      description: `${linked.rider} is now in ${linked.guardian}’s family.`,
      undo: { label: 'Undo', action: to, fields: { 'undo-family': String(linked.change) } },
    }
  },
})

export default function LinkFamily() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.question) return <Question question={loaded.question} closeTo={loaded.closeTo} />
  const { id, name, find, search, found, closeTo } = loaded
  return (
    <Dialog
      title={find === 'guardian' ? `Add a guardian for ${name}` : `Add a rider to ${name}’s family`}
      closeTo={closeTo}
    >
      <Candidates
        action={paths.linkFamily(id, { find })}
        hidden={{ find }}
        search={search}
        found={found}
        to={(choose) => paths.linkFamily(id, { find, choose })}
        hint={find === 'guardian' ? 'A guardian has no guardian of their own.' : undefined}
      />
    </Dialog>
  )
}

function Question({
  question: { rider, guardian, from, hasSignIn, stays },
  closeTo,
}: {
  question: NonNullable<Awaited<ReturnType<typeof linkToConfirm>>>
  closeTo: string
}) {
  const { field: _, ...answer } = useAnswer(linkSchema, { version: from?.id ?? '' })
  return (
    <DialogForm
      title={from ? `Move ${rider.name} to the family of ${guardian.name}?` : `Link ${rider.name} to ${guardian.name}?`}
      closeTo={closeTo}
      answer={answer}
      submit={from ? 'Move Rider' : 'Link Rider'}
    >
      <input type="hidden" name="rider" value={rider.id} />
      <input type="hidden" name="guardian" value={guardian.id} />
      <p>
        {guardian.email
          ? `${guardian.name} will see ${rider.name}’s rides and what’s left, and can buy for ${rider.name}.`
          : `${guardian.name} has no email, so you do everything for this family.`}
        {from ? ` ${from.name} no longer will.` : ''}
      </p>
      <p>
        {rider.name} keeps their schedule, rides, and lessons. Payments stay with whoever made them
        {hasSignIn ? `, and ${rider.name} keeps their own sign-in` : ''}.
      </p>
      {stays.map((sentence) => (
        <p key={sentence} className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          {sentence}
        </p>
      ))}
    </DialogForm>
  )
}
