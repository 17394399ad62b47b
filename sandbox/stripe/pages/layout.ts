import { type CARDS, ROUTING_NUMBER } from '../resources/payments/test-numbers'
import { Html, html } from './html'
import { STYLE } from './style'

/** The card numbers that are useful to someone trying things out. */
const SHOWN = [
  { number: '4242424242424242', effect: 'pays' },
  { number: '4000002500003155', effect: 'asks for 3-D Secure' },
  { number: '4000000000000002', effect: 'is declined' },
  { number: '4000000000009995', effect: 'is declined: insufficient funds' },
] as const satisfies { number: keyof typeof CARDS; effect: string }[]

const SHOWN_ACCOUNTS = [
  { number: '000123456789', effect: 'pays, a little later' },
  { number: '000222222227', effect: 'fails later: insufficient funds' },
]

/** A whole page with the sandbox's banner. */
export function document(title: string, body: Html, { status = 200, testNumbers = false } = {}): Response {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title}</title><style>${new Html(STYLE)}</style></head>
<body><aside class="sandbox" aria-label="Sandbox">${banner(testNumbers)}</aside><main>${body}</main></body></html>`
  return new Response(page.markup, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** Redirects the browser with a GET. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}

export function money(cents: number, currency: string | null): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency || 'usd' }).format(cents / 100)
}

export function day(unixSeconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(unixSeconds * 1000)
}

export function alert(message: string | null | undefined): Html {
  return message ? html`<p class="alert" role="alert">${message}</p>` : html``
}

/** A card number as it is printed on a card. */
function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

function banner(testNumbers: boolean): Html {
  if (!testNumbers) return html`<p><strong>Sandbox: no real money moves.</strong></p>`
  const rows = SHOWN.map(({ number, effect }) => html`<dt>${spaced(number)}</dt><dd>${effect}</dd>`)
  const accounts = SHOWN_ACCOUNTS.map(({ number, effect }) => html`<dt>${number}</dt><dd>${effect}</dd>`)
  return html`<details open><summary>Sandbox: no real money moves</summary>
<dl>${rows}</dl><p>Bank: routing number ${ROUTING_NUMBER}, account</p><dl>${accounts}</dl></details>`
}
