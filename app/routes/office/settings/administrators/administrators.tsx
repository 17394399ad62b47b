import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { listAdmins } from '~/models/people/accounts/admins/admin.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { getEnv } from '~/platform/env.server'
import { Changes } from '~/routes/office/settings/changes'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Administrators' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const zone = getEnv().schoolTimezone
  const [admins, changes] = await Promise.all([listAdmins(), listSettingChanges(['admin'])])
  return {
    admins: admins.map(({ lastSignIn, ...admin }) => ({
      ...admin,
      isViewer: admin.id === viewer.id,
      lastSignIn: lastSignIn && formatInstant(lastSignIn, zone),
    })),
    changes,
  }
}

export default function Administrators() {
  const { admins, changes } = useLoaderData<typeof loader>()
  const columns: Column<(typeof admins)[number]>[] = [
    {
      header: 'Name',
      label: '',
      cell: ({ name, active, isViewer }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          <strong>{name}</strong>
          {isViewer ? <Badge tone="info">You</Badge> : null}
          {active ? null : <Badge tone="warn">Deactivated</Badge>}
        </span>
      ),
    },
    { header: 'Email', cell: ({ email }) => <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span> },
    {
      header: 'Last sign-in',
      cell: ({ lastSignIn }) => <span className="num">{lastSignIn ?? 'Unknown'}</span>,
    },
    {
      header: <span className="sr-only">Actions</span>,
      label: '',
      align: 'end',
      cell: ({ id, name, isViewer }) =>
        isViewer ? null : (
          <ButtonLink
            to={paths.removeAdministrator(id)}
            stay
            variant="secondary"
            size="small"
            className="ms-auto text-bad"
            aria-label={`Remove ${name}`}
          >
            Remove
          </ButtonLink>
        ),
    },
  ]
  return (
    <>
      <Card
        title="Administrators"
        actions={
          <ButtonLink to={paths.addAdministrator()} stay variant="secondary">
            Add Administrator
          </ButtonLink>
        }
      >
        <p className="mb-3 max-w-prose text-muted">
          They can see and change everything: families, payments, and these settings.
        </p>
        <DataTable caption="Administrators" columns={columns} rows={admins} rowKey={({ id }) => id} />
      </Card>
      <Changes changes={changes} />
      <Outlet />
    </>
  )
}
