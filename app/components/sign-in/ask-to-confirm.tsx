import { Csrf } from '~/components/form/csrf'
import { Ask } from '~/components/screens/ask'
import { Button } from '~/components/ui/button'
import { paths } from '~/utils/paths'

/** Tells whoever registered that emails wait until a mailed link was opened; `email` is null if one was. */
export function AskToConfirm({ email }: { email: string | null }) {
  if (!email) return null
  return (
    <Ask
      label="Your email address"
      title="Please confirm your email address."
      action={
        <form method="post" action={paths.confirmAddress()}>
          <Csrf />
          <Button name="intent" value="send" variant="secondary">
            Send It Again
          </Button>
        </form>
      }
    >
      We sent a link to {email}. Receipts and notices wait until you open it.
    </Ask>
  )
}
