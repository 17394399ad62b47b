import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Money } from '~/components/ui/money'
import { wholeCatalog } from '~/models/money/catalog/catalog-edit.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { ADD_ON_TYPES, type AddOnType, contentsOf } from '~/models/vocabulary/catalog'
import { Changes } from '~/routes/office/settings/changes'
import type { Cents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Catalog' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ packages, addOns }, changes] = await Promise.all([wholeCatalog(), listSettingChanges(['package', 'add-on'])])
  return {
    packages: packages.map((item) => ({ ...item, holds: contentsOf(item) || 'Not counted' })),
    addOns: addOns.map((item) => ({
      ...item,
      holds: `${ADD_ON_TYPES[item.type as AddOnType]}${item.isRecurring ? '' : ', only once'}`,
    })),
    changes,
  }
}

interface Item {
  id: number
  name: string
  description: string | null
  holds: string
  price: Cents
  sortOrder: number
  active: boolean
}

export default function Catalogue() {
  const { packages, addOns, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="max-w-prose text-muted">Changes apply to new purchases only.</p>
      {[...packages, ...addOns].some(({ active }) => active) ? null : (
        <p role="status" className="max-w-prose rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          Nothing is for sale yet. Edit an example and turn on For sale, or add your own.
        </p>
      )}
      <Shelf title="Packages" kind="packages" add="Add Package" items={packages} />
      <Shelf title="Add-ons" kind="add-ons" add="Add Add-on" items={addOns} />
      <Changes changes={changes} />
      <Outlet />
    </>
  )
}

function Shelf({
  title,
  kind,
  add,
  items,
}: {
  title: string
  kind: 'packages' | 'add-ons'
  add: string
  items: Item[]
}) {
  const columns: Column<Item>[] = [
    {
      header: 'Name',
      label: '',
      cell: ({ name, description }) => (
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">{name}</span>
          {description ? <span className="block text-sm text-muted">{description}</span> : null}
        </div>
      ),
    },
    {
      header: kind === 'packages' ? 'Includes' : 'Counts as',
      card: 'line',
      cell: ({ holds }) => holds,
    },
    { header: 'Price', align: 'end', card: 'line', cell: ({ price }) => <Money cents={price} /> },
    {
      header: 'Sort',
      label: 'sort',
      align: 'end',
      card: 'line',
      cell: ({ sortOrder }) => <span className="num">{sortOrder}</span>,
    },
    {
      header: 'Status',
      card: 'line',
      cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? 'For sale' : 'Not for sale'}</Badge>,
    },
    {
      header: <span className="sr-only">Actions</span>,
      label: '',
      align: 'end',
      card: 'beside',
      cell: ({ id, name }) => (
        <ButtonLink
          to={paths.catalogueItem(kind, id)}
          stay
          variant="secondary"
          size="small"
          aria-label={`Edit ${name}`}
        >
          Edit
        </ButtonLink>
      ),
    },
  ]
  return (
    <Card
      title={title}
      actions={
        <ButtonLink to={paths.catalogueItem(kind, 'new')} stay variant="secondary">
          {add}
        </ButtonLink>
      }
    >
      {items.length ? (
        <DataTable caption={title} columns={columns} rows={items} rowKey={({ id }) => id} />
      ) : (
        <EmptyState title="Nothing here yet. Add the first one." />
      )}
    </Card>
  )
}
