import { t } from '#text'
import { ButtonLink } from '~/components/ui/button'
import { isInstructor } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { useFirstScreen } from './first-screen'

/** Asks users whose password would be refused today for a new one, on the first screen of each role. */
export function AskForPassword() {
  const viewer = useFirstScreen()
  if (!viewer?.isPasswordPoor) return null
  const teaches = isInstructor(viewer)
  return (
    <section
      aria-label={t('Your password')}
      className="card no-print mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        <strong>{t('Please choose a better password.')}</strong>{' '}
        <span className="text-muted">{t('Yours is short, made of your name, or one that people guess first.')}</span>
      </p>
      <ButtonLink to={teaches ? paths.teachingPassword() : paths.changePassword()} variant="secondary">
        {t('Change Password')}
      </ButtonLink>
    </section>
  )
}
