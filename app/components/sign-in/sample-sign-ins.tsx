import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'

export interface Sample {
  label: string
  email: string
  password: string
}

/** The sample school's accounts, to sign in with one press or to type in. Demo mode only. */
export function SampleSignIns({ samples, action }: { samples: Sample[]; action: string }) {
  return (
    <section className="rounded border border-line bg-saddle-soft p-4">
      <h2>{t('Try the sample school')}</h2>
      <p className="text-sm text-muted">{t("Demo mode. People and payments aren't real.")}</p>
      <ul className="mt-2 grid gap-2">
        {samples.map(({ label, email, password }) => (
          <li key={email} id={`sample-${email}`} className="flex items-center justify-between gap-3">
            <span className="min-w-0 text-sm wrap-anywhere">
              <strong className="block">{t(label)}</strong>
              {email} / <span className="whitespace-nowrap">{password}</span>
            </span>
            <form method="post" action={action}>
              <Csrf />
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="password" value={password} />
              <Button
                variant="secondary"
                size="small"
                name="intent"
                value="login"
                className="whitespace-nowrap"
                aria-label={t('Sign In as {who}', { who: t(label) })}
              >
                {t('Sign In')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
