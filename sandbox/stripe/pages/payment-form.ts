import type { PaymentMethodData } from '../resources/payments/payment-method-details'
import { ROUTING_NUMBER } from '../resources/payments/test-numbers'
import type { PaymentMethod } from '../types'
import { type Html, html } from './html'

/** Renders the fields for a card or a bank account. With both, two radio buttons show one group each, by CSS alone. */
export function paymentFields(types: string[], entered: URLSearchParams = new URLSearchParams()): Html {
  const chosen = types.includes(entered.get('type') ?? '') ? entered.get('type') : types[0]
  const both = types.length > 1
  const radio = (type: string, id: string, label: string) =>
    both
      ? html`<input class="choice" type="radio" name="type" id="${id}" value="${type}"${chosen === type && html` checked`}><label for="${id}">${label}</label>`
      : html`<input type="hidden" name="type" value="${type}">`
  const card = types.includes('card')
  const bank = types.includes('us_bank_account')
  return html`<fieldset><legend>${both ? 'Pay by' : card ? 'Card' : 'US bank account'}</legend>
${card && radio('card', 'by-card', 'Card')}${bank && radio('us_bank_account', 'by-bank', 'Bank account')}
${card && html`<div class="cards">${cardFields(entered)}</div>`}${bank && html`<div class="bank">${bankFields(entered)}</div>`}</fieldset>`
}

function cardFields(entered: URLSearchParams): Html {
  return html`<label class="field"><span>Card number</span><input name="number" value="${entered.get('number') ?? ''}" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"></label>
<div class="pair"><label class="field"><span>Expiry, MM/YY</span><input name="expiry" value="${entered.get('expiry') ?? '12 / 34'}" inputmode="numeric" autocomplete="cc-exp"></label>
<label class="field"><span>Security code</span><input name="cvc" value="${entered.get('cvc') ?? '123'}" inputmode="numeric" autocomplete="cc-csc"></label></div>`
}

function bankFields(entered: URLSearchParams): Html {
  return html`<label class="field"><span>Routing number</span><input name="routing_number" value="${entered.get('routing_number') ?? ROUTING_NUMBER}" inputmode="numeric" autocomplete="off"></label>
<label class="field"><span>Account number</span><input name="account_number" value="${entered.get('account_number') ?? '000123456789'}" inputmode="numeric" autocomplete="off"></label>
<label class="field"><span>Account holder</span><input name="name" value="${entered.get('name') ?? 'Test Account Holder'}" autocomplete="name"></label>
<p class="soft">By continuing, you authorize the debit.</p>`
}

/** Reads the payment method from the form's fields. */
export function paymentMethodFrom(form: URLSearchParams): PaymentMethodData {
  if (form.get('type') === 'us_bank_account') {
    return {
      type: 'us_bank_account',
      us_bank_account: {
        routing_number: form.get('routing_number') ?? '',
        account_number: form.get('account_number') ?? '',
      },
      billing_details: { name: form.get('name') ?? '' },
    }
  }
  const [month = '', year = ''] = (form.get('expiry') ?? '').split('/').map((part) => part.trim())
  return {
    type: 'card',
    card: {
      number: form.get('number') ?? '',
      exp_month: Number(month),
      exp_year: Number(year),
      cvc: form.get('cvc') ?? '',
    },
  }
}

/** Returns "Visa •••• 4242". */
export function methodLabel(method: Pick<PaymentMethod, 'card' | 'us_bank_account'> | null | undefined): string {
  if (method?.card) {
    const { brand, last4 } = method.card
    return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`
  }
  return method?.us_bank_account ? `Bank account •••• ${method.us_bank_account.last4}` : 'Not known'
}
