import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import { CONFIRM_TITLE, CONFIRMATION_FIELDS, type Confirmation } from '~/utils/confirmation'
import { MessageScreen } from './message-screen'

/** Asks the signed-in user for their password. The form that they had sent is included, and sent again with it. */
export function ConfirmScreen({ action, email, back, fields, problem, mailed }: Confirmation) {
  return (
    <MessageScreen title={t(CONFIRM_TITLE)}>
      <p>{t('Please type your password. We won’t ask again for ten minutes, and nothing that you entered is lost.')}</p>
      <Form method="post" action={action} noValidate className="mt-3 grid w-full gap-4 text-start text-ink">
        {fields.some(([name]) => name === 'csrf') ? null : <Csrf />}
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the order is fixed
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={CONFIRMATION_FIELDS.back} value={back} />
        {mailed ? <Mailed {...mailed} /> : null}
        {/* For password managers. Without a name it is not sent. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <Field
          label={t('Password of {email}', { email })}
          name={CONFIRMATION_FIELDS.password}
          type="password"
          autoComplete="current-password"
          errors={problem ? [problem] : undefined}
          autoFocus
        />
        <Button>{t('Continue')}</Button>
        <div className="flex flex-wrap justify-between gap-x-4">
          <button
            type="submit"
            name={CONFIRMATION_FIELDS.link}
            value="1"
            className="link inline-flex min-h-11 items-center"
          >
            {t('Email Me a Sign-in Link Instead')}
          </button>
          <ButtonLink to={back} variant="quiet">
            {t('Cancel')}
          </ButtonLink>
        </div>
      </Form>
    </MessageScreen>
  )
}

/** The page stays open; it continues once the mailed link has signed the user in. */
function Mailed({ message, link }: NonNullable<Confirmation['mailed']>) {
  return (
    <div role="status" className="grid gap-2 rounded bg-brand-soft px-4 py-3 text-brand-ink">
      <p>{message}</p>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer" className="link break-all">
          {link}
        </a>
      ) : null}
      <p>
        {t('Open the link in this browser. Then come back to this page, leave the password empty and choose Continue.')}
      </p>
    </div>
  )
}
