import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { RadioCards } from '~/components/form/radio-cards'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { convenienceFee, FEE_SCOPES, type FeeScope, percentOf } from '~/models/payments/pricing'
import { feeSchema } from '~/models/school/school.schema'
import { findSchool, saveFee } from '~/models/school/school.server'
import { FEE_SCOPE_LABELS } from '~/models/school/settings-changes'
import { listSettingChanges, type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerSettings } from '~/web/settings-form.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'Fee' }]

const FEE: Setting = { entity: 'school', entityId: 'fee' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ feeRate, feeScope }, version, changes] = await Promise.all([
    findSchool(),
    settingVersion(FEE),
    listSettingChanges(FEE),
  ])
  return { feeRate, feeScope, version, changes }
}

export async function action({ request }: ActionFunctionArgs) {
  const { id } = await requireAdmin(request)
  return answerSettings(
    request,
    feeSchema,
    FEE,
    async (fee, version) => {
      await saveFee(id, version, fee)
      return `${percentOf(fee.feeRate)}, ${FEE_SCOPE_LABELS[fee.feeScope].toLowerCase()}`
    },
    { title: 'Fee Saved', to: paths.feeSettings() },
  )
}

const WHO: Record<FeeScope, string> = {
  all_cards: 'Every payment by card, credit or debit.',
  credit_cards: 'Debit and prepaid cards pay no fee.',
}
const EXAMPLE = 10_000

export default function FeeSettings() {
  const { feeRate, feeScope, version, changes } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { formErrors, fieldOf } = formState(refused?.lastResult, ['feeRate', 'feeScope'])
  const rate = fieldOf('feeRate')
  const scope = fieldOf('feeScope')
  const fee = convenienceFee(EXAMPLE, 'card', feeRate)
  return (
    <>
      <Card title="Convenience fee">
        <Form key={refused?.version ?? version} method="post" noValidate className="grid max-w-xl gap-4">
          <Csrf />
          <input type="hidden" name="version" value={refused?.version ?? version} />
          <FormError title="Not saved" errors={formErrors} />
          <div className="w-48">
            <Field
              label="Fee in percent"
              hint="From 0 to 10, such as 2.75"
              inputMode="decimal"
              autoComplete="off"
              required
              {...rate}
              defaultValue={rate.defaultValue ?? String(feeRate / 100)}
            />
          </div>
          <RadioCards
            legend="Who pays it"
            name="feeScope"
            columns={2}
            defaultValue={scope.defaultValue ?? feeScope}
            errors={scope.errors}
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
        </Form>
      </Card>
      <Changes changes={changes} />
    </>
  )
}
