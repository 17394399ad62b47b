import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, type Params, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { addOnSchema, newAddOnSchema, newPackageSchema, packageSchema } from '~/models/catalog/catalog.schema'
import { addAddOn, addPackage, saveAddOn, savePackage, wholeCatalog } from '~/models/catalog/catalog-edit.server'
import { type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerSettings } from '~/web/settings-form.server'
import { ItemFields } from './item-fields'

export const meta: MetaFunction = () => [{ title: 'Catalogue' }]

const KINDS = { packages: 'Package', 'add-ons': 'Add-on' } as const
const itemSchema = z.object({
  kind: z.enum(['packages', 'add-ons']),
  id: z.union([z.literal('new').transform(() => null), idField]),
})

const noSuchItem = () =>
  new Response('There is no such item in the catalogue.', { status: 404, statusText: 'Not Found' })

/** @throws Response 404 */
function itemOf(params: Params) {
  const item = itemSchema.safeParse(params)
  if (!item.success) throw noSuchItem()
  return item.data
}

const settingOf = (kind: keyof typeof KINDS, id: number): Setting => ({
  entity: kind === 'packages' ? 'package' : 'add-on',
  entityId: String(id),
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { kind, id } = itemOf(params)
  const { packages, addOns } = await wholeCatalog()
  const shelf = kind === 'packages' ? packages : addOns
  if (id === null)
    return { kind, item: null, version: 0, nextOrder: Math.min((shelf.at(-1)?.sortOrder ?? 0) + 10, 999) }
  const item = shelf.find((one) => one.id === id)
  if (!item) throw noSuchItem()
  return { kind, item, version: await settingVersion(settingOf(kind, id)), nextOrder: 0 }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { id: actorId } = await requireAdmin(request)
  const { kind, id } = itemOf(params)
  const done = { title: `${KINDS[kind]} ${id === null ? 'Added' : 'Saved'}`, to: paths.catalogue() }
  if (id === null) {
    return kind === 'packages'
      ? answerSettings(request, newPackageSchema, null, (item) => addPackage(actorId, item), done)
      : answerSettings(request, newAddOnSchema, null, (item) => addAddOn(actorId, item), done)
  }
  const setting = settingOf(kind, id)
  return kind === 'packages'
    ? answerSettings(request, packageSchema, setting, (to, version) => savePackage(actorId, id, version, to), done)
    : answerSettings(request, addOnSchema, setting, (to, version) => saveAddOn(actorId, id, version, to), done)
}

export default function CatalogueItem() {
  const { kind, item, version, nextOrder } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const lastResult = refused?.lastResult ?? null
  const closeTo = paths.catalogue()
  return (
    <Dialog title={item ? `Edit ${item.name}` : `Add ${KINDS[kind]}`} closeTo={closeTo}>
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        <Csrf />
        <input type="hidden" name="version" value={refused?.version ?? version} />
        <FormError title="Not saved" errors={lastResult?.error?.['']} />
        <ItemFields kind={kind} item={item} nextOrder={nextOrder} lastResult={lastResult} />
        {item ? (
          <p className="text-sm text-muted">
            What was bought before keeps its price and what it holds, subscriptions too until the family changes its
            {kind === 'packages' ? ' package' : ' add-ons'}.
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>{item ? 'Save' : `Add ${KINDS[kind]}`}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
