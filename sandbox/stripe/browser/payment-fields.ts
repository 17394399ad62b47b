/** The look and the fields of the PaymentElement, as browser source. It takes the page's font and colors. */
export const paymentFieldsSource = String.raw`
const STYLE = [
  '.sbx-pe{--sbx-primary:#23573a;--sbx-danger:#c2352d;--sbx-radius:10px;border:0;margin:0;padding:0;min-width:0;font:inherit;color:inherit;line-height:1.5}',
  '@media (prefers-color-scheme:dark){.sbx-pe{--sbx-primary:#8fd1a8}}',
  '.sbx-pe legend{padding:0;margin:0 0 8px;font-weight:600}',
  '.sbx-pe [hidden]{display:none}',
  '.sbx-types{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}',
  '.sbx-types label{display:flex;align-items:center;gap:8px;min-height:44px;padding:8px 16px;border:1px solid currentColor;border-radius:var(--sbx-radius);cursor:pointer;font-weight:600}',
  '.sbx-types label:has(input:checked){box-shadow:inset 0 0 0 1px var(--sbx-primary);border-color:var(--sbx-primary)}',
  '.sbx-types input{width:20px;height:20px;margin:0;accent-color:var(--sbx-primary)}',
  '.sbx-field{display:block;margin:0 0 16px}',
  '.sbx-field>span:first-child{display:block;font-weight:600;margin:0 0 4px}',
  '.sbx-field input{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;font:inherit;font-size:max(16px,1em);font-variant-numeric:tabular-nums;color:inherit;background:transparent;border:1px solid currentColor;border-color:color-mix(in srgb,currentColor 55%,transparent);border-radius:var(--sbx-radius)}',
  '.sbx-field input::placeholder{color:inherit;opacity:.65}',
  '.sbx-pe input:focus-visible{outline:3px solid var(--sbx-primary);outline-offset:1px}',
  '.sbx-field input[aria-invalid=true]{border-color:var(--sbx-danger);border-width:2px}',
  '.sbx-error{display:block;margin-top:4px;font-size:.9em;color:var(--sbx-danger)}',
  '.sbx-pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}',
  '.sbx-note{margin:0 0 8px;font-size:.9em;opacity:.8}',
].join('\n')

const FIELDS = {
  card: [
    { name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', auto: 'cc-number', test: /^\d{13,19}$/, error: 'Your card number is incomplete.', code: 'incomplete_number' },
    { name: 'expiry', label: 'Expiration date', hint: 'MM / YY', auto: 'cc-exp', test: /^(0?[1-9]|1[0-2])\/(\d\d|\d{4})$/, error: "Your card's expiration date is incomplete.", code: 'incomplete_expiry' },
    { name: 'cvc', label: 'Security code', hint: 'CVC', auto: 'cc-csc', test: /^\d{3,4}$/, error: "Your card's security code is incomplete.", code: 'incomplete_cvc' },
  ],
  us_bank_account: [
    { name: 'routing', label: 'Routing number', hint: '9 digits', auto: 'off', test: /^\d{9}$/, error: 'Your routing number is incomplete.', code: 'incomplete_routing_number' },
    { name: 'account', label: 'Account number', hint: 'From your check or bank app', auto: 'off', test: /^\d{4,17}$/, error: 'Your account number is incomplete.', code: 'incomplete_account_number' },
    { name: 'holder', label: 'Account holder name', hint: 'Jane Doe', auto: 'name', text: true, test: /\S/, error: 'The account holder name is missing.', code: 'incomplete_name' },
  ],
}
const TYPE_LABELS = { card: 'Card', us_bank_account: 'US bank account' }
`
