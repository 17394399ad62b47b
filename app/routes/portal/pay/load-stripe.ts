import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { language } from '#text'

const loading = new Map<string, Promise<Stripe | null>>()

/**
 * Stripe.js, loaded once and on payment screens alone. The sandbox's stand-in puts itself where the real one would be,
 * so it is fetched first; the real script is never bundled.
 */
export function stripeJs(publishableKey: string, scriptUrl: string | null): Promise<Stripe | null> {
  let promise = loading.get(publishableKey)
  if (!promise) {
    const own = scriptUrl ? addScript(scriptUrl) : Promise.resolve()
    promise = own.then(() => loadStripe(publishableKey, { locale: language() }))
    // A failed load may be tried again.
    promise.catch(() => loading.delete(publishableKey))
    loading.set(publishableKey, promise)
  }
  return promise
}

const addScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The payment form could not be loaded.'))
    document.head.append(script)
  })
