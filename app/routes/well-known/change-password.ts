import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { isInstructor } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { getSignedIn } from '~/web/auth.server'

/** GET /.well-known/change-password: where password managers send people. Whoever is signed out signs in on the way. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await getSignedIn(request)
  return redirect(user && isInstructor(user) ? paths.teachingPassword() : paths.changePassword())
}
