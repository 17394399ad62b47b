import { Csrf } from '~/components/form/csrf'
import { paths } from '~/utils/paths'

/** A plain form: the browser loads the next page anew, so nothing of the account is left in memory. */
export function SignOutForm() {
  return (
    <form method="post" action={paths.logout()}>
      <Csrf />
      <button type="submit" className="menu-item">
        Sign out
      </button>
    </form>
  )
}
