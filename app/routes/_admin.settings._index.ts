import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireAdmin } from '~/services/auth.server'
import { paths } from '~/utils/paths'

/** The settings open with what changes most. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect(paths.catalogue())
}
