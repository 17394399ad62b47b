import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { reportDaysSchema } from '~/models/payments/transaction-report.schema'
import { today } from '~/platform/clock.server'
import { monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Export CSV' }]

/** Checks the dates here, where a mistake can be shown beside its field, then hands on to the file. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const given = { start: query.get('start_date') ?? monthStart(today()), end: query.get('end_date') ?? today() }
  const asked = query.has('start_date') || query.has('end_date')
  const days = reportDaysSchema.safeParse({ start: given.start || undefined, end: given.end || undefined })
  if (asked && days.success) throw redirect(paths.transactionReport(days.data))
  const errors = asked && !days.success ? days.error.issues : []
  const errorsOf = (field: string) => errors.filter((issue) => issue.path[0] === field).map((issue) => issue.message)
  return { ...given, startErrors: errorsOf('start'), endErrors: errorsOf('end') }
}

const NOTICE = 'rounded bg-brand-soft px-4 py-3 text-brand-ink'

/** Fetches the file and saves it. @throws Error that says why there is none. */
async function download(address: string) {
  const response = await fetch(address)
  if (!response.ok) {
    const { message } = await response.json().catch(() => ({ message: null }))
    throw new Error(message ?? `Server responded with status ${response.status}`)
  }
  if (!response.headers.get('Content-Type')?.startsWith('text/csv')) throw new Error('Server did not return CSV data')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="(.+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? ''
  link.click()
  URL.revokeObjectURL(link.href)
}

export default function ExportTransactions() {
  const { start, end, startErrors, endErrors } = useLoaderData<typeof loader>()
  const [state, setState] = useState<'idle' | 'busy' | 'done' | { error: string }>('idle')
  const refused = [...startErrors, ...endErrors].length > 0 || typeof state === 'object'
  // With scripts the dialog can say what became of the file. Days that are not valid go to the server, which shows them.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget)
    const days = { start: String(form.get('start_date')), end: String(form.get('end_date')) }
    if (!days.start || days.end < days.start) return
    event.preventDefault()
    setState('busy')
    download(paths.transactionReport(days)).then(
      () => setState('done'),
      ({ message }) => setState({ error: message }),
    )
  }
  return (
    <Dialog title="Export CSV" closeTo={paths.payments()}>
      <Form method="get" reloadDocument onSubmit={submit} className="grid gap-4">
        <FormError
          title="Export failed"
          errors={refused ? [typeof state === 'object' ? state.error : 'Failed to export transaction data'] : null}
        />
        <p role="status" className={state === 'done' ? NOTICE : undefined}>
          {state === 'done' ? 'Success: Transaction data exported successfully' : null}
        </p>
        <Field name="start_date" label="Start Date" type="date" defaultValue={start} errors={startErrors} />
        <Field name="end_date" label="End Date" type="date" defaultValue={end} errors={endErrors} />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.payments()} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button disabled={state === 'busy'}>{state === 'busy' ? 'Downloading…' : 'Download CSV'}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
