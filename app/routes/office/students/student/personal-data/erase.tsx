import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { eraseWithProvider } from '~/models/money/families/erase-family.server'
import { erasureToConfirm } from '~/models/privacy/erasure.server'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Erase Data' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = params.id ?? ''
  const family = await erasureToConfirm(id)
  // It was already erased, by another desk or the first of two clicks: the student's page says when.
  if (!family) throw redirect(paths.student(id))
  return { ...family, closeTo: paths.student(id) }
}

const CONFIRM = 'Please type the name'
const confirmSchema = z.object({ confirm: z.string({ error: CONFIRM }).trim().min(1, CONFIRM).max(300) })

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  confirms: true,
  failed: 'Nothing was erased',
  async run({ viewer, value, params: { id = '' } }) {
    const { former } = await eraseWithProvider(viewer.id, id, value.confirm)
    return { to: paths.student(id), title: 'Data Erased', description: `Payments and rides are kept for ${former}.` }
  },
})

export default function EraseStudent() {
  const { name, riders, hasGuardian, reasons, unpaid, places, payments, rides, waivers, waiverMonths, closeTo } =
    useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(confirmSchema)
  if (reasons.length) {
    return (
      <Dialog title={`Erase ${name}?`} closeTo={closeTo}>
        <p>This can’t be erased yet:</p>
        <ul className="my-3 list-disc ps-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}.</li>
          ))}
        </ul>
        <ButtonLink to={closeTo} stay variant="secondary">
          Close
        </ButtonLink>
      </Dialog>
    )
  }
  const all = riders.length ? ` and ${riders.join(', ')}` : ''
  return (
    <DialogForm title={`Erase ${name}?`} closeTo={closeTo} answer={answer} submit="Erase for Good" danger>
      <p className="rounded bg-bad-soft px-4 py-3 font-semibold text-bad">This can’t be undone.</p>
      <div>
        <h3>Erased</h3>
        <p>
          The name, email, phone, notes, emails, sign-in, and saved cards of {name}
          {all}
          {hasGuardian ? '. The guardian’s account stays' : ''}.
          {places ? ` ${places === 1 ? 'One weekly spot ends' : `${places} weekly spots end`} tomorrow.` : ''}
          {unpaid ? ` ${unpaid === 1 ? 'One unpaid purchase is' : `${unpaid} unpaid purchases are`} canceled.` : ''}
        </p>
      </div>
      <div>
        <h3>Kept, without the name</h3>
        <p>
          {payments || rides
            ? `${counted(payments, 'payment')} and ${counted(rides, 'recorded ride')}, because you’re required to keep financial records.`
            : 'There are no payments or recorded rides.'}{' '}
          The account will say “Former rider” and a number.
        </p>
      </div>
      {waivers ? (
        <div>
          <h3>Kept, with the name</h3>
          <p>
            {counted(waivers, 'signed waiver')}, for {waiverMonths} months, in case of a later claim. Then only the day
            and the version stay.
          </p>
        </div>
      ) : null}
      <div>
        <h3>Not erased</h3>
        <p>
          What our payment provider must keep of past payments, backups until they’re replaced, and emails in mailboxes.
        </p>
      </div>
      <Field label={`Type ${name} to confirm`} autoComplete="off" {...field('confirm')} />
    </DialogForm>
  )
}
