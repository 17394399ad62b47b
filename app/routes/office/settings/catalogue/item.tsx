import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type Params, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { addOnSchema, newAddOnSchema, packageSchema } from '~/models/money/catalog/catalog.schema'
import { addAddOn, addPackage, saveAddOn, savePackage, wholeCatalog } from '~/models/money/catalog/catalog-edit.server'
import { type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { withKept } from '~/platform/version'
import { productOf } from '~/services/stripe/product-names'
import { renameProduct } from '~/services/stripe/products.server'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { ItemFields, isExample, itemForm, itemTexts } from './item-fields'

export const meta: MetaFunction = () => [{ title: 'Catalog' }]

const FAILED = 'Not saved'
const KINDS = { packages: 'Package', 'add-ons': 'Add-on' } as const
const itemSchema = z.object({
  kind: z.enum(['packages', 'add-ons']),
  id: z.union([z.literal('new').transform(() => null), idField]),
})

const noSuchItem = () => new Response('Item not found.', { status: 404, statusText: 'Not Found' })

/** Returns what the address names. @throws Response 404 */
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
  if (id === null) {
    return { kind, item: null, version: undefined, nextOrder: Math.min((shelf.at(-1)?.sortOrder ?? 0) + 10, 999) }
  }
  const item = shelf.find((one) => one.id === id)
  if (!item) throw noSuchItem()
  return { kind, item, version: await settingVersion(settingOf(kind, id), item), nextOrder: 0 }
}

const adding = <Schema extends z.ZodType>(
  kind: keyof typeof KINDS,
  schema: Schema,
  add: (actorId: string, item: z.output<Schema>) => Promise<string>,
) =>
  formAction({
    guard: requireAdmin,
    schema,
    failed: FAILED,
    confirms: true,
    run: async ({ viewer, value }) => ({
      to: paths.catalogue(),
      title: `${KINDS[kind]} Added`,
      description: await add(viewer.id, value),
    }),
  })

const saving = <Schema extends z.ZodType>(
  kind: keyof typeof KINDS,
  schema: Schema,
  save: (
    actorId: string,
    id: number,
    item: z.output<Schema>,
    version: string | undefined,
  ) => ReturnType<typeof savePackage>,
) =>
  formAction({
    guard: requireAdmin,
    schema,
    failed: FAILED,
    confirms: true,
    async run({ viewer, value, params, version }) {
      const id = Number(params.id)
      const { name, isRenamed, kept } = await save(viewer.id, id, value, version)
      if (isRenamed) await renameProduct(productOf(kind === 'packages' ? 'package' : 'addon', id), name)
      return { to: paths.catalogue(), title: `${KINDS[kind]} Saved`, description: withKept(name, kept) }
    },
  })

const ACTIONS = {
  packages: {
    add: adding('packages', packageSchema, addPackage),
    save: saving('packages', packageSchema, savePackage),
  },
  'add-ons': {
    add: adding('add-ons', newAddOnSchema, addAddOn),
    save: saving('add-ons', addOnSchema, saveAddOn),
  },
}

/** This address has four forms: for a package or an add-on, new or not. */
export const action = (args: ActionFunctionArgs) => {
  const { kind, id } = itemOf(args.params)
  return ACTIONS[kind][id === null ? 'add' : 'save'](args)
}

export default function CatalogueItem() {
  const { kind, item, version, nextOrder } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(itemForm, { defaultValue: itemTexts(item, nextOrder), version })
  return (
    <DialogForm
      title={item ? `Edit ${item.name}` : `Add ${KINDS[kind]}`}
      closeTo={paths.catalogue()}
      answer={answer}
      submit={item ? 'Save' : `Add ${KINDS[kind]}`}
    >
      <ItemFields
        kind={kind}
        isNew={!item}
        nameHint={item && isExample(item) ? 'As families will read it, without “Example:”.' : undefined}
        field={field}
      />
      {item ? (
        <p className="text-sm text-muted">Past payments keep their name and price. Subscriptions keep their price.</p>
      ) : null}
    </DialogForm>
  )
}
