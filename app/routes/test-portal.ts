import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/utils/paths'

/** The portal under the address that tests know it by, with the query string as it came (decisions, "Screens and paths"). */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(paths.portal() + new URL(request.url).search)
