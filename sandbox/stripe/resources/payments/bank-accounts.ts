import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'
import type { CheckoutSession, PaymentIntent, PaymentMethod, SetupIntent, Subscription } from '../../types'

export type Verification = 'automatic' | 'instant' | 'microdeposits'

const ARRIVES_AFTER_SECONDS = 2 * 24 * 60 * 60
/** Stripe's documented test values for verifying deposits. */
const RIGHT = { amounts: '32,45', code: 'SM11AA' }
const EXHAUSTED = { amounts: '10,11', code: 'SM33CC' }

interface BankState {
  verified: boolean
  mandate: 'active' | 'void' | null
}

export function bankStateOf(ctx: Context, method: string): BankState {
  return ctx.store.find('sandbox.bank_account', method) ?? { verified: false, mandate: null }
}

/** Records whether the account is verified, or may be debited. */
export function setBankState(ctx: Context, method: string, change: Partial<BankState>): void {
  ctx.store.put('sandbox.bank_account', { id: method, ...bankStateOf(ctx, method), ...change })
}

/** @throws ApiError 400 without a mandate, or with one that a dispute has ended. */
export function requireMandate(ctx: Context, method: string, isGivenNow: boolean): void {
  if (isGivenNow) {
    setBankState(ctx, method, { mandate: 'active' })
    return
  }
  const { mandate } = bankStateOf(ctx, method)
  if (mandate === 'active') return
  if (mandate === null) throw invalidRequest('A mandate is required to confirm with us_bank_account.', 'mandate_data')
  throw invalidRequest(
    'The mandate of this bank account is not active any more.',
    'mandate',
    'payment_intent_mandate_invalid',
  )
}

/** Whether two small deposits must first prove that the account is the person's. `instant` is a sign-in at the bank. */
export function needsMicrodeposits(ctx: Context, method: PaymentMethod, verification: Verification): boolean {
  if (bankStateOf(ctx, method.id).verified) return false
  if (verification !== 'instant') return true
  setBankState(ctx, method.id, { verified: true })
  return false
}

/** Returns an intent's next action while the deposits are pending. */
export function microdepositAction(ctx: Context, intent: { id: string; client_secret: string | null }) {
  return {
    type: 'verify_with_microdeposits',
    verify_with_microdeposits: {
      arrival_date: ctx.clock.seconds() + ARRIVES_AFTER_SECONDS,
      hosted_verification_url: ctx.url(`/microdeposits/${intent.id}?secret=${intent.client_secret}`),
      microdeposit_type: 'amounts',
    },
  } as NonNullable<PaymentIntent['next_action']>
}

/**
 * Compares the entered amounts or code. Returns false if no further try is left.
 * @throws ApiError 400 for wrong amounts or an intent that asks for none.
 */
export function areRightDeposits(
  intent: PaymentIntent | SetupIntent,
  { amounts, descriptor_code }: { amounts?: number[]; descriptor_code?: string },
): boolean {
  if (!isAwaitingDeposits(intent)) {
    throw invalidRequest('This intent does not wait for microdeposits.', undefined, `${intent.object}_unexpected_state`)
  }
  const said = amounts?.join() ?? ''
  if (said === EXHAUSTED.amounts || descriptor_code === EXHAUSTED.code) return false
  if (said === RIGHT.amounts || descriptor_code === RIGHT.code) return true
  throw invalidRequest(
    'The amounts do not match the amounts that were sent to the bank account.',
    'amounts',
    'payment_method_microdeposit_verification_amounts_mismatch',
  )
}

export function isAwaitingDeposits(intent: PaymentIntent | SetupIntent): boolean {
  return intent.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits'
}

/** Returns how a bank account is to be verified, if the parameters say so. */
export function verificationOf(params: { payment_method_options?: unknown }): Verification | undefined {
  const options = params.payment_method_options as
    | { us_bank_account?: { verification_method?: Verification } | '' }
    | undefined
  return (options?.us_bank_account || undefined)?.verification_method
}

/** Returns the `payment_method_options` that a subscription stores for its invoices. */
export function bankOptions(params: { payment_method_options?: unknown }) {
  const verification_method = verificationOf(params)
  return verification_method
    ? ({ us_bank_account: { verification_method } } as unknown as NonNullable<
        NonNullable<Subscription['payment_settings']>['payment_method_options']
      >)
    : null
}

/** Returns the session's setting for verifying a bank account. */
export function optionsOf(ctx: Context, session: CheckoutSession) {
  const verification_method = verificationOf(ctx.store.get('sandbox.checkout', session.id).params)
  return verification_method && { us_bank_account: { verification_method } }
}
