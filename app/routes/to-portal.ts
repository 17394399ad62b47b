import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/utils/paths'

/** An address that payment flows return to: the portal, with the query string as it came. */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(paths.portal() + new URL(request.url).search)
