import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { paths } from '~/utils/paths'

/** Tells whoever registered that emails wait until a mailed link was opened; `email` is null if one was. */
export function AskToConfirm({ email }: { email: string | null }) {
  if (!email) return null
  return (
    <section
      aria-label="Your email address"
      className="card mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong>Please confirm your email address.</strong>{' '}
        <span className="text-muted">We sent a link to {email}. Receipts and notices wait until you open it.</span>
      </p>
      <form method="post" action={paths.confirmAddress()}>
        <Csrf />
        <Button name="intent" value="send" variant="secondary">
          Send It Again
        </Button>
      </form>
    </section>
  )
}
