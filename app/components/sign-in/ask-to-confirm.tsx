import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Ask } from '~/components/screens/ask'
import { Button } from '~/components/ui/button'
import { isAdmin } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { useRoot } from '../use-root'
import { useFirstScreen } from './first-screen'

/**
 * Asks the first administrator to verify their address, on the office's first screen: it was entered before any mail
 * could verify it.
 */
export function AskAdminToConfirm() {
  const [root, viewer] = [useRoot(), useFirstScreen()]
  if (!root?.mails || !viewer || !isAdmin(viewer) || viewer.isAddressProved) return null
  return <AskToConfirm email={viewer.email} />
}

/** Says that emails wait until the mailed link is opened; `email` is null once it was. */
export function AskToConfirm({ email }: { email: string | null }) {
  if (!email) return null
  return (
    <Ask
      label={t('Your email address')}
      title={t('Please confirm your email address.')}
      action={
        <form method="post" action={paths.confirmAddress()}>
          <Csrf />
          <Button name="intent" value="send" variant="secondary">
            {t('Send It Again')}
          </Button>
        </form>
      }
    >
      {t('We sent a link to {email}. Receipts and notifications wait until you open it.', { email })}
    </Ask>
  )
}
