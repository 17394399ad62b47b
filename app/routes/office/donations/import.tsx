import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { saveImport } from '~/models/money/donations/zeffy-import.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Import CSV' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

const importForm = z.object({ kind: z.string().default(''), file: z.file() })

/** The file is read past the schema, in which an empty file is none. */
export const action = formAction({
  guard: requireAdmin,
  schema: importForm.omit({ file: true }),
  hide: ['file'],
  async run({ viewer, form, value: { kind } }) {
    const file = form.get('file')
    if (!(file instanceof File) || !file.name) throw new Refused('invalid', 'Please choose a CSV file.', 'file')
    return redirect(paths.donationsImportPreview(await saveImport(viewer.id, kind, file, getEnv().schoolTimezone)))
  },
})

export default function ImportDonations() {
  const { field, ...answer } = useAnswer(importForm)
  return (
    <DialogForm
      title="Import CSV"
      closeTo={paths.donations()}
      answer={answer}
      encType="multipart/form-data"
      submit="Preview"
      busy="Reading…"
    >
      <p className="max-w-prose text-muted">
        Choose the file you exported from your fundraising platform. You'll see what will change before anything is
        saved.
      </p>
      <SelectField
        label="What's in the file?"
        options={[
          { value: 'donations', label: 'Donations' },
          { value: 'tickets', label: 'Event tickets' },
          { value: 'events', label: 'Events' },
        ]}
        {...field('kind')}
      />
      <Field label="CSV file" type="file" accept=".csv,text/csv" hint="CSV, up to 20 MB." {...field('file')} />
    </DialogForm>
  )
}
