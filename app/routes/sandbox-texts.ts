import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { textProvider } from '~/services/texts/text-provider.server'

/** The phones of the demo, and the API that would send texts to them. */
async function handle({ request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const sandbox = textProvider()?.sandbox
  if (!sandbox) throw new Response('Not found', { status: 404 })
  return sandbox.handle(request)
}

export { handle as action, handle as loader }
