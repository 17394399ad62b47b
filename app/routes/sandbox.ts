import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { paymentProvider } from '~/services/stripe/stripe.server'

/** The payment sandbox's own address: its API for the browser, its pages, its Stripe.js. Demo only. */
async function handle({ request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const sandbox = paymentProvider()?.sandbox
  if (!sandbox) throw new Response('Not found', { status: 404 })
  return sandbox.handle(request)
}

export { handle as action, handle as loader }
