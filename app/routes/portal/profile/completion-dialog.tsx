import { useId } from 'react'
import { t } from '#text'
import { PostForm } from '~/components/form/post-form'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { ProfileValues as Values } from '~/models/people/accounts/profile'
import { completionSchema } from '~/models/people/accounts/profile.schema'
import { paths } from '~/utils/paths'
import { ProfileFields, useProfileForm } from './profile-fields'

/**
 * Asks for what a profile still lacks. A click outside does not close it. It posts to `/profile/complete`, which shows it again if
 * something is not valid.
 */
export function CompletionDialog({ values }: { values: Values }) {
  const { field, ...answer } = useProfileForm(completionSchema, values)
  const titleId = useId()
  return (
    <dialog open data-page="" data-key="profile" aria-labelledby={titleId} className="dialog">
      <div className="p-4 sm:p-6">
        <h2 id={titleId} className="text-xl">
          {t('Complete Your Profile')}
        </h2>
        <p className="mt-1 mb-4 text-muted">{t('We need a name and a phone number to reach you about lessons.')}</p>
        <PostForm answer={answer} action={paths.completeProfile()}>
          <ProfileFields field={field} />
          <Button name="intent" value="save">
            {t('Save Profile')}
          </Button>
          {/* With scripts the provider's page opens beside the portal, which shows what was saved there. */}
          <Button name="intent" value="payment" variant="secondary" data-new-tab="">
            {t('Save and Add Payment Method')}
          </Button>
        </PostForm>
        <p className="mt-3 text-center">
          <Link to={paths.completeProfile({ later: 1 })} className="link inline-flex min-h-11 items-center">
            {t('Not now')}
          </Link>
        </p>
      </div>
    </dialog>
  )
}
