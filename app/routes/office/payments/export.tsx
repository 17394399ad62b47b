import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { FormError } from '~/components/form/form-error'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { reportDaysSchema } from '~/models/money/payments/report/transaction-report.schema'
import { today } from '~/platform/clock.server'
import { monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Export CSV' }]

/** Validates the dates here, where an error can be shown beside its field, then redirects to the file. */
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

export default function ExportTransactions() {
  const { start, end, startErrors, endErrors } = useLoaderData<typeof loader>()
  const refused = startErrors.length + endErrors.length > 0
  return (
    <Dialog title="Export CSV" closeTo={paths.payments()}>
      <Island name="export" props={{ start, end }}>
        <Form method="get" className="grid gap-4">
          <div data-failure="" hidden={!refused}>
            <FormError title="Export failed" errors={['Failed to export transaction data']} />
          </div>
          <p role="status" />
          <Field name="start_date" label="Start Date" type="date" defaultValue={start} errors={startErrors} />
          <Field name="end_date" label="End Date" type="date" defaultValue={end} errors={endErrors} />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={paths.payments()} stay variant="secondary">
              Cancel
            </ButtonLink>
            <Button>Download CSV</Button>
          </div>
        </Form>
      </Island>
    </Dialog>
  )
}
