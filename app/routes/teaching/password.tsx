import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { PasswordDialog } from '~/components/sign-in/password-dialog'
import { paths } from '~/utils/paths'
import { requireInstructor } from '~/web/auth.server'
import { passwordAction } from '~/web/password-action.server'

export const meta: MetaFunction = () => [{ title: 'Change Password' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireInstructor(request)
  return null
}

export const action = passwordAction(requireInstructor, paths.teaching())

export default function InstructorPassword() {
  return <PasswordDialog closeTo={paths.teaching()} />
}
