import { t } from '#text'
import { Rich } from '~/components/rich'
import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'
import { CreateAccountForm, type Trap } from './create-account-form'
import { type Sample, SampleSignIns } from './sample-sign-ins'
import { SignInForm } from './sign-in-form'
import { SignInFrame } from './sign-in-frame'

type SignInTab = 'sign-in' | 'create-account'

export interface SignInScreenProps {
  tab: SignInTab
  /** The path to go to afterwards; empty for the role's first screen. */
  redirectTo: string
  /** Whether a screen of the portal sent the visitor here. */
  denied: boolean
  /** Whether the visitor's session for the office or an instructor ended with the day. */
  isDayOver: boolean
  trap: Trap
  /** The sample school's accounts; empty outside demo mode. */
  samples: Sample[]
}

/** Signing in and registering: the page `/auth`, and `/` for visitors. */
export function SignInScreen({ tab, redirectTo, denied, isDayOver, trap, samples }: SignInScreenProps) {
  const tabs: { id: SignInTab; label: string }[] = [
    { id: 'sign-in', label: t('Sign In') },
    { id: 'create-account', label: t('Create Account') },
  ]
  const here = paths.auth({ redirectTo, tab: tab === 'sign-in' ? undefined : tab })
  return (
    <SignInFrame>
      {denied ? (
        <p role="status" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          <Rich
            text="<strong>Access Denied</strong> - Please log in to access the customer portal."
            values={{ strong: (inside) => <strong>{inside}</strong> }}
          />
        </p>
      ) : null}
      {isDayOver ? (
        <p role="status" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          <strong>{t('Please sign in again.')}</strong> {t('The office and instructors do so every 12 hours.')}
          {redirectTo ? ` ${t('You’ll come back to where you were.')}` : null}
        </p>
      ) : null}
      <nav aria-label={t('Sign in or create an account')} className="segmented">
        {tabs.map(({ id, label }) => (
          <Link
            key={id}
            to={paths.auth({ redirectTo, tab: id === 'sign-in' ? undefined : id })}
            aria-current={id === tab ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {tab === 'sign-in' ? <SignInForm action={here} /> : <CreateAccountForm action={here} trap={trap} />}
      <p className="text-center">
        <Link to={paths.purchase()} className="link">
          {t('See lessons and prices')}
        </Link>
      </p>
      {samples.length > 0 && tab === 'sign-in' ? <SampleSignIns samples={samples} action={here} /> : null}
    </SignInFrame>
  )
}
