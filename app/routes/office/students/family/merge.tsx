import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { mergeToConfirm } from '~/models/merge/merge-check.server'
import { mergeWithProvider } from '~/models/money/families/merge-accounts.server'
import { mergeSchema } from '~/models/people/accounts/family.schema'
import { familyCandidates } from '~/models/people/families/family-search.server'
import { findStudent } from '~/models/people/families/student.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Candidates } from './candidates'

export const meta: MetaFunction = () => [{ title: 'Merge Two Accounts' }]

const notFound = () => new Response('Student not found.', { status: 404, statusText: 'Not Found' })

/** Finds the other account of the same person; then says what moves, and what prevents it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id = '' } = params
  const closeTo = paths.student(id)
  const query = new URL(request.url).searchParams
  const other = query.get('with')
  if (other) {
    const [keep, merge] = query.get('keep') === other ? [other, id] : [id, other]
    const preview = await mergeToConfirm(keep, merge)
    if (!preview) throw notFound()
    return { closeTo, preview, swapTo: paths.mergeStudent(id, { with: other, keep: merge }) }
  }
  const student = await findStudent(id)
  if (!student) throw notFound()
  const search = query.get('q')?.slice(0, 100) ?? student.name
  return { id, name: student.name, closeTo, preview: null, search, found: await familyCandidates(id, 'other', search) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: mergeSchema,
  failed: 'Nothing was merged',
  // Whoever reads the mail of the remaining address can sign in to all of it.
  confirms: true,
  async run({ viewer, value: { keep, merge, email } }) {
    const { kept, merged } = await mergeWithProvider(viewer.id, keep, merge, email)
    return {
      to: paths.student(keep),
      title: 'Accounts Merged',
      description: `The records of ${merged === kept ? 'the other account' : merged} are now under ${kept}.`,
      undo: { label: 'Undo', action: paths.student(merge), fields: { 'undo-merge': 'yes' } },
    }
  },
})

export default function Merge() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.preview) return <Preview preview={loaded.preview} swapTo={loaded.swapTo} closeTo={loaded.closeTo} />
  const { id, name, search, found, closeTo } = loaded
  return (
    <Dialog title={`Another account of ${name}`} closeTo={closeTo}>
      <p className="mb-3 text-muted">For one person who has two accounts. You can review everything first.</p>
      <Candidates
        action={paths.mergeStudent(id)}
        search={search}
        found={found}
        to={(other) => paths.mergeStudent(id, { with: other })}
      />
    </Dialog>
  )
}

function Preview({
  preview: { kept, merged, reasons, moves, fills, mayHaveMethods },
  swapTo,
  closeTo,
}: {
  preview: NonNullable<Awaited<ReturnType<typeof mergeToConfirm>>>
  swapTo: string
  closeTo: string
}) {
  const { field, ...answer } = useAnswer(mergeSchema, { defaultValue: { email: 'kept' } })
  const title = `Merge ${called(merged, kept)} into ${called(kept, merged)}?`
  const swap = (
    <ButtonLink to={swapTo} stay variant="secondary" size="small">
      Keep the other account instead
    </ButtonLink>
  )
  if (reasons.length) {
    return (
      <Dialog title={title} closeTo={closeTo}>
        <p>These accounts can’t be merged yet:</p>
        <ul className="my-3 list-disc ps-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}.</li>
          ))}
        </ul>
        {swap}
      </Dialog>
    )
  }
  const choice = merged.email && kept.email && merged.email !== kept.email
  return (
    <DialogForm title={title} closeTo={closeTo} answer={answer} submit="Merge Accounts" danger>
      <input type="hidden" name="keep" value={kept.id} />
      <input type="hidden" name="merge" value={merged.id} />
      <div>
        <h3>Moves</h3>
        {moves.length ? (
          <ul className="list-disc ps-5">
            {moves.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>Nothing: the account is empty.</p>
        )}
      </div>
      <div>
        <h3>Stays</h3>
        <p>
          Name and phone of {kept.name}, and the saved cards of that account.
          {fills.length ? ` Missing details come from the other account: ${fills.join(', ')}.` : ''} Past payments stay
          with the card that paid them. The other account is hidden, and no one can sign in to it.
        </p>
      </div>
      {mayHaveMethods ? (
        <div>
          <h3>Deleted</h3>
          <p>The saved cards and bank accounts of {called(merged, kept)}, if any. An undo doesn’t bring them back.</p>
        </div>
      ) : null}
      {choice ? (
        <RadioCards
          legend="Which email signs in from now on?"
          meta={field('email').meta}
          choices={[
            { value: 'kept', label: kept.email ?? '' },
            { value: 'merged', label: merged.email ?? '' },
          ]}
        />
      ) : null}
      <div>{swap}</div>
    </DialogForm>
  )
}

/** Returns a name that tells the two accounts apart: if they have the same name, by email. */
const called = (one: { name: string; email: string | null; phone: string | null }, other: { name: string }) =>
  one.name === other.name ? `${one.name} (${one.email ?? one.phone ?? 'no email'})` : one.name
