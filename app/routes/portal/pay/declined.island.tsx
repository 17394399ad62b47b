import type { Ref } from 'react'
import { FormError } from '~/components/form/form-error'

/** What became of the last try, and what to do now. */
export function Declined({ message, bank, alert }: { message: string; bank: boolean; alert?: Ref<HTMLDivElement> }) {
  return (
    <div ref={alert} tabIndex={-1}>
      <FormError title="Payment Failed" errors={[message, `Nothing was charged. ${nextStep(bank)}`]} />
    </div>
  )
}

const nextStep = (bank: boolean) =>
  bank ? 'Please try another account, or go to Edit order to pay by card.' : 'Please try another card.'
