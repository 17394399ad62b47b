import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { convenienceFee, FEE_SCOPES, type FeeScope, percentOf } from '~/models/payments/pricing'
import { feeSchema } from '~/models/school/school.schema'
import { findSchool, saveFee } from '~/models/school/school.server'
import { FEE_SCOPE_LABELS } from '~/models/school/settings-changes'
import { listSettingChanges, type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { withKept } from '~/platform/version'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'Fee' }]

const FEE: Setting = { entity: 'school', entityId: 'fee' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ feeRate, feeScope }, changes] = await Promise.all([findSchool(), listSettingChanges(FEE)])
  return { feeRate, feeScope, changes, version: await settingVersion(FEE, { feeRate, feeScope }) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: feeSchema,
  failed: 'Not saved',
  async run({ viewer, value, shown }) {
    const { saved, kept } = await saveFee(viewer.id, value, shown)
    const description = `${percentOf(saved.feeRate)}, ${FEE_SCOPE_LABELS[saved.feeScope].toLowerCase()}`
    return { to: paths.feeSettings(), title: 'Fee Saved', description: withKept(description, kept) }
  },
})

const WHO: Record<FeeScope, string> = {
  all_cards: 'Every payment by card, credit or debit.',
  credit_cards: 'Debit and prepaid cards pay no fee.',
}
const EXAMPLE = 10_000

export default function FeeSettings() {
  const { feeRate, feeScope, changes, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer<typeof feeSchema>({
    defaultValue: { feeRate: String(feeRate / 100), feeScope },
    version,
  })
  const fee = convenienceFee(EXAMPLE, 'card', feeRate)
  return (
    <>
      <Card title="Convenience fee">
        <PostForm answer={answer} className="grid max-w-xl gap-4">
          <div className="w-48">
            <Field
              label="Fee in percent"
              hint="From 0 to 10, such as 2.75"
              inputMode="decimal"
              autoComplete="off"
              required
              {...field('feeRate')}
            />
          </div>
          <RadioCards
            legend="Who pays it"
            meta={field('feeScope').meta}
            columns={2}
            choices={FEE_SCOPES.map((value) => ({
              value,
              label: FEE_SCOPE_LABELS[value],
              description: WHO[value],
            }))}
          />
          <p className="text-muted">
            Today a purchase of {formatCents(EXAMPLE)} by card costs {formatCents(EXAMPLE + fee)}. Bank payments never
            pay a fee. A new fee holds for what is bought from now on: open orders keep theirs, and so does a
            subscription until the family changes what it holds or pays by bank instead of card.
          </p>
          <Button className="justify-self-start">Save Fee</Button>
        </PostForm>
      </Card>
      <Changes changes={changes} />
    </>
  )
}
