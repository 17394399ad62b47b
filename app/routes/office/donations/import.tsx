import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { SelectField } from '~/components/form/select-field'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { keepImport } from '~/models/donations/zeffy-import.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'

export const meta: MetaFunction = () => [{ title: 'Import CSV' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const form = await csrfForm(request)
  const kind = String(form.get('kind') ?? '')
  const file = form.get('file')
  try {
    if (!(file instanceof File) || !file.name) throw new Refused('Please choose a CSV file.', 'file')
    const id = await keepImport(viewer.id, kind, file, getEnv().schoolTimezone)
    return redirect(paths.donationsImportPreview(id))
  } catch (error) {
    const refused = refusalOf(error)
    return data({ kind, field: refused.field, message: refused.message }, { status: refused.status })
  }
}

export default function ImportDonations() {
  const answer = useActionData<typeof action>()
  const reading = useNavigation().formAction?.startsWith(paths.donationsImport())
  const errorsOf = (field: string) => (answer?.field === field ? [answer.message] : undefined)
  const closeTo = paths.donations()
  return (
    <Dialog title="Import CSV" closeTo={closeTo}>
      <Form method="post" encType="multipart/form-data" preventScrollReset className="grid gap-4">
        <Csrf />
        <FormError errors={answer && !answer.field ? [answer.message] : undefined} />
        <p className="max-w-prose text-muted">
          Choose the file that the fundraising platform exports. You see what would change before anything is saved.
        </p>
        <SelectField
          name="kind"
          label="The file holds"
          defaultValue={answer?.kind}
          errors={errorsOf('kind')}
          options={[
            { value: 'donations', label: 'Donations' },
            { value: 'tickets', label: 'Event tickets' },
            { value: 'events', label: 'Events' },
          ]}
        />
        <Field
          name="file"
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          required
          hint="In UTF-8, at most 20 MB."
          errors={errorsOf('file')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button disabled={reading}>{reading ? 'Reading…' : 'Preview'}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
