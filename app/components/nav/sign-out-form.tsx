import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Icon } from '~/components/ui/icon'
import { paths } from '~/utils/paths'

/** A plain form: the browser loads the next page from scratch, so nothing of the account stays in memory. */
export function SignOutForm() {
  return (
    <form method="post" action={paths.logout()}>
      <Csrf />
      <button type="submit" className="menu-item">
        <Icon name="out" />
        {t('Sign out')}
      </button>
    </form>
  )
}
