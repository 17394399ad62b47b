import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'

interface Options {
  /** The configured address: forms may be sent there even if the visitor typed another name for it. */
  appUrl: string
  /** Whether the real payment provider's scripts and pages are allowed. */
  usesProvider: () => boolean
}

/** https://docs.stripe.com/security/guide#content-security-policy */
const stripeSources = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  'connect-src': 'https://api.stripe.com',
  'img-src': 'https://*.stripe.com',
  // The last one asks for confirmation when someone pays with a saved card.
  'form-action':
    'https://checkout.stripe.com https://billing.stripe.com https://invoice.stripe.com https://hooks.stripe.com',
}

/** Sets security headers on every answer; the policy's nonce is in `res.locals.nonce`. */
export function securityHeaders({ appUrl, usesProvider }: Options): RequestHandler {
  const ownOrigin = new URL(appUrl).origin
  const [without, withStripe] = [headersFor(ownOrigin, false), headersFor(ownOrigin, true)]
  return (req, res, next) => {
    const stripe = usesProvider()
    const { policy, headers, scripts } = stripe ? withStripe : without
    const nonce = randomBytes(16).toString('base64')
    res.locals.nonce = nonce
    // The sandbox's 3-D Secure page is shown in a frame of our payment page, like the provider's.
    const ancestors = !stripe && req.path.startsWith('/sandbox/') ? "'self'" : "'none'"
    res.set(headers)
    res.set(
      'Content-Security-Policy',
      `${policy}; script-src 'self' 'nonce-${nonce}'${scripts}; frame-ancestors ${ancestors}`,
    )
    if (req.secure) res.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    next()
  }
}

function headersFor(ownOrigin: string, stripe: boolean) {
  const fromStripe = (directive: keyof typeof stripeSources) => (stripe ? ` ${stripeSources[directive]}` : '')
  const policy = [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${fromStripe('img-src')}`,
    `connect-src 'self'${fromStripe('connect-src')}`,
    `frame-src 'self'${fromStripe('frame-src')}`,
    `form-action 'self' ${ownOrigin}${fromStripe('form-action')}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
  const payment = stripe ? '(self "https://js.stripe.com")' : '(self)'
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Stripe opens a bank's page in a window of its own.
    'Cross-Origin-Opener-Policy': stripe ? 'same-origin-allow-popups' : 'same-origin',
    'Permissions-Policy': `payment=${payment}, camera=(), microphone=(), geolocation=(), browsing-topics=()`,
  }
  return { policy, headers, scripts: fromStripe('script-src') }
}
