import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

/** The settings open on what changes most often. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect(paths.catalogue())
}
