import { Link } from '@remix-run/react'
import { useEffect, useId, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { PostForm } from '~/components/form/post-form'
import { Button } from '~/components/ui/button'
import type { ProfileValues as Values } from '~/models/accounts/profile'
import { paths } from '~/utils/paths'
import { ProfileFields, useProfileForm } from './profile-fields'
import { useRefetchWhileAway } from './use-refetch-while-away'

/**
 * Asks for what a profile still lacks. A click outside does not close it. It posts to `/profile/complete`, which shows it again if
 * something is not valid.
 */
export function CompletionDialog({ values }: { values: Values }) {
  const { field, ...answer } = useProfileForm(values)
  const titleId = useId()
  const frame = useRef<HTMLDialogElement>(null)
  const hydrated = useHydrated()
  const refetch = useRefetchWhileAway()
  useEffect(() => {
    const dialog = frame.current
    if (!hydrated || !dialog) return
    dialog.close()
    dialog.showModal()
    return () => dialog.close()
  }, [hydrated])
  return (
    <dialog
      ref={frame}
      open={hydrated ? undefined : true}
      data-page={hydrated ? undefined : ''}
      aria-labelledby={titleId}
      className="dialog"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="p-4 sm:p-6">
        <h2 id={titleId} className="text-xl">
          Complete Your Profile
        </h2>
        <p className="mt-1 mb-4 text-muted">The school needs a name and a phone number to reach you about lessons.</p>
        <PostForm answer={answer} action={paths.completeProfile()} reloadDocument noValidate={false}>
          <ProfileFields field={field} />
          <Button name="intent" value="save">
            Save Profile
          </Button>
          {/* With scripts the provider's page opens beside the portal, which reads itself anew meanwhile. */}
          <Button
            name="intent"
            value="payment"
            variant="secondary"
            formTarget={hydrated ? '_blank' : undefined}
            onClick={(event) => {
              if (event.currentTarget.form?.checkValidity()) refetch()
            }}
          >
            Save and Add Payment Method
          </Button>
        </PostForm>
        <p className="mt-3 text-center">
          <Link to={paths.completeProfile({ later: 1 })} className="link inline-flex min-h-11 items-center">
            Not now
          </Link>
        </p>
      </div>
    </dialog>
  )
}
