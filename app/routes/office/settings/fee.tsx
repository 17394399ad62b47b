import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { totalOf } from '~/models/money/payments/pricing'
import { feeSchema } from '~/models/school/school.schema'
import { findSchool, saveFee } from '~/models/school/school.server'
import { FEE_SCOPE_LABELS } from '~/models/school/settings-changes'
import { listSettingChanges, type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { FEE_SCOPES, type FeeScope, feeWarnings, percentOf } from '~/models/vocabulary/fee'
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
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { saved, kept } = await saveFee(viewer.id, value, version)
    const description = `${percentOf(saved.feeRate)}, ${FEE_SCOPE_LABELS[saved.feeScope].toLowerCase()}`
    return { to: paths.feeSettings(), title: 'Fee Saved', description: withKept(description, kept) }
  },
})

const WHO: Record<FeeScope, string> = {
  all_cards: "Every credit and debit card payment. Card networks don't allow a fee on debit and prepaid cards.",
  credit_cards: 'Debit and prepaid cards pay no fee.',
}
const EXAMPLE = 10_000

export default function FeeSettings() {
  const { feeRate, feeScope, changes, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(feeSchema, {
    defaultValue: { feeRate: String(feeRate / 100), feeScope },
    version,
  })
  const { total } = totalOf(EXAMPLE, 'card', feeRate)
  const warnings = feeWarnings(feeRate, feeScope)
  return (
    <>
      <Card title="Convenience fee">
        {warnings.length ? (
          <div
            role="status"
            className="mb-4 grid max-w-xl gap-2 rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn"
          >
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </div>
        ) : null}
        <PostForm answer={answer} className="grid max-w-xl gap-4">
          <div className="w-48">
            <Field
              label="Fee (%)"
              hint="From 0 to 10, for example 2.75. Visa allows up to 3."
              inputMode="decimal"
              autoComplete="off"
              {...field('feeRate')}
            />
          </div>
          <RadioCards
            legend="Applies to"
            meta={field('feeScope').meta}
            columns={2}
            choices={FEE_SCOPES.map((value) => ({
              value,
              label: FEE_SCOPE_LABELS[value],
              description: WHO[value],
            }))}
          />
          <p className="text-muted">
            A {formatCents(EXAMPLE)} purchase by card costs {formatCents(total)}. Bank payments have no fee. Changes
            apply to new purchases.
          </p>
          <Button className="justify-self-start">Save Fee</Button>
        </PostForm>
      </Card>
      <FeeRules />
      <Changes changes={changes} />
    </>
  )
}

/** What the office needs to know before it sets a fee. */
function FeeRules() {
  return (
    <Card title="What card networks and the law allow">
      <div className="grid max-w-2xl gap-3">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            Visa allows up to 3%, other networks up to 4%, and never more than the payment costs you. Your Stripe
            statement shows your cost.
          </li>
          <li>Debit and prepaid cards never pay the fee, even when used as credit.</li>
          <li>
            Families must see the fee before they pay, on its own line on the screen and the receipt. We do that for
            you.
          </li>
          <li>Tell your payment provider in writing 30 days before you start.</li>
          <li>
            Some states ban or limit these fees, including Connecticut and Massachusetts. Rules change, so check with
            your state’s attorney general or a lawyer first.
          </li>
        </ul>
        <p className="text-muted">
          With “Credit cards only”, we check the card before charging it, so debit and prepaid cards see and pay the
          price without the fee. Browsers without JavaScript use the provider’s own page: there the fee is charged first
          and refunded right after.
        </p>
      </div>
    </Card>
  )
}
