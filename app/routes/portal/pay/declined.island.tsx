import type { Ref } from 'react'
import { t } from '#text'
import { FormError } from '~/components/form/form-error'

/** Shows the result of the last try, and what to do now. */
export function Declined({
  message,
  bank,
  ours,
  alert,
}: {
  message: string
  bank: boolean
  /** Whether our server refused it, with its own advice. */
  ours?: boolean
  alert?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={alert} tabIndex={-1}>
      <FormError title={t('Payment Failed')} errors={ours ? [message] : [message, nextStep(bank)]} />
    </div>
  )
}

const nextStep = (bank: boolean) =>
  t(
    bank
      ? 'Nothing was charged. Please try another account, or go to Edit order to pay by card.'
      : 'Nothing was charged. Please try another card.',
  )
