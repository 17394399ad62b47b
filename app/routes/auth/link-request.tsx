import { useActionData } from '@remix-run/react'
import { t } from '#text'
import { Field } from '~/components/form/field'
import { FormActions } from '~/components/form/form-actions'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { linkRequestSchema } from '~/models/people/accounts/links/auth-token.schema'
import { paths } from '~/utils/paths'

/** What to show instead if email cannot be sent, and the link if it may be shown. */
export interface Unavailable {
  message: string
  link: string | null
}

interface LinkRequestProps {
  title: string
  submit: string
  /** The text above the link if it is shown instead of mailed. */
  generated: string
  about: string
  email: string
  /** What to do instead where no email goes out. */
  instead: string | null
}

/** The dialogs Magic Link Sign In and Reset Your Password. */
export function LinkRequest({ title, submit, generated, about, email, instead }: LinkRequestProps) {
  const unavailable = useActionData<{ unavailable?: Unavailable }>()?.unavailable
  const { field, ...answer } = useAnswer(linkRequestSchema, { defaultValue: { email } })
  return (
    <Dialog title={title} closeTo={paths.auth()}>
      {instead ? (
        <div className="grid gap-4">
          <p>{instead}</p>
          <ButtonLink to={paths.auth()} variant="secondary" className="justify-self-end">
            {t('Close')}
          </ButtonLink>
        </div>
      ) : unavailable ? (
        <div className="grid gap-4">
          <p role="status" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
            <strong>{t('Email service unavailable')}</strong>.{' '}
            {unavailable.link ? t('Use this link instead (it works once).') : t('Please contact the school.')}
          </p>
          {unavailable.link ? (
            <div>
              <h3>{generated}</h3>
              <a href={unavailable.link} className="link break-all">
                {unavailable.link}
              </a>
            </div>
          ) : null}
          <ButtonLink to={paths.auth()} variant="secondary" className="justify-self-end">
            {t('Close')}
          </ButtonLink>
        </div>
      ) : (
        <PostForm answer={answer}>
          <p className="text-muted">{about}</p>
          <Field label={t('Email')} type="email" autoComplete="username" {...field('email')} />
          <FormActions closeTo={paths.auth()} label={submit} />
        </PostForm>
      )}
    </Dialog>
  )
}
