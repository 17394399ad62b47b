import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { convenienceFee, FEE_SCOPES, type FeeScope, feeWarnings, percentOf } from '~/models/payments/pricing'
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
  all_cards: 'Every payment by card, credit or debit. Card networks do not allow it for debit and prepaid cards.',
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
              required
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
            Today a purchase of {formatCents(EXAMPLE)} by card costs {formatCents(EXAMPLE + fee)}. Bank payments never
            pay a fee. A new fee holds for what is bought from now on: open orders keep theirs, and so does a
            subscription until the family changes what it holds or pays by bank instead of card.
          </p>
          <Button className="justify-self-start">Save Fee</Button>
        </PostForm>
      </Card>
      <FeeRules />
      <Changes changes={changes} />
    </>
  )
}

/** What the office has to know before it sets a fee. */
function FeeRules() {
  return (
    <Card title="What card networks and the law allow">
      <div className="grid max-w-2xl gap-3">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            At Visa the fee is 3% at most, elsewhere 4%, and never more than what the payment costs you. Your payment
            provider’s statement shows your cost.
          </li>
          <li>Debit and prepaid cards never pay it, not even when they are used as credit.</li>
          <li>
            The family has to know it before it pays, and it stands on a line of its own, on the screen and on the
            receipt. We do that for you.
          </li>
          <li>Tell your payment provider in writing 30 days before you begin.</li>
          <li>
            Some states forbid or limit such fees, Connecticut and Massachusetts among them. Rules change: check with
            your state’s attorney general or a lawyer first.
          </li>
        </ul>
        <p className="text-muted">
          With “Credit cards only”, a saved card, and a card entered on our payment screen, is known before it is
          charged: debit and prepaid cards are shown, and charged, the price without the fee. In a browser without
          scripts the card is entered on the provider’s own page: there the fee is charged, and goes back by itself
          right after.
        </p>
      </div>
    </Card>
  )
}
