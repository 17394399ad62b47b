import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { t } from '#text'
import { PasswordDialog } from '~/components/sign-in/password-dialog'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { passwordAction } from '~/web/password-action.server'

export const meta: MetaFunction = () => [{ title: t('Change Password') }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireViewer(request)
  return null
}

export const action = passwordAction(requireViewer, paths.profile())

export default function ChangePassword() {
  return <PasswordDialog closeTo={paths.profile()} />
}
