import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { api } from '~/api'

/** Every call under `/api`. */
const handle = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) => api.fetch(request, context)

export { handle as action, handle as loader }
