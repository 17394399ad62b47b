import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Rich } from '~/components/rich'
import { MessageScreen } from '~/components/screens/message-screen'
import { PasswordHint } from '~/components/sign-in/password-hint'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button, ButtonLink } from '~/components/ui/button'
import { resetFormSchema } from '~/models/people/accounts/links/auth-token.schema'
import { howGood } from '~/models/people/accounts/password/how-good'
import { welcomeSchema } from '~/models/people/families/invitations/invitation.schema'
import {
  confirmInvitation,
  enterByInvitation,
  familyToCheck,
  findInvitation,
  reportWrongData,
} from '~/models/portal/welcome.server'
import { today } from '~/platform/clock.server'
import { inTurnOf } from '~/platform/password.server'
import { limitTries, refuseUntil } from '~/platform/rate-limit.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { tellPassword } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { getSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { openedTo } from '~/web/sign-in.server'
import { clientIp, forgetSignInTries, originOf } from '~/web/sign-in-limits.server'
import { RidersToCheck, sayRider } from './riders-to-check'

export const meta: MetaFunction = () => [{ title: t('Welcome') }]

/** Counts only tries that open nothing: whoever has a link may look at it as often as they like. */
const WRONG_LINKS = { max: 30, seconds: 5 * 60 }

/** Changes nothing: programs that look at mail open its links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const invitation = token ? await findInvitation(token) : null
  if (!invitation) {
    await limitTries(`invitation:ip:${clientIp(context)}`, WRONG_LINKS)
    return data(null, { status: 404 })
  }
  const { userId, ...shown } = invitation
  const riders = await familyToCheck(userId, today())
  return data({
    ...shown,
    token,
    riders: riders.map(sayRider),
  })
}

export const action = formAction({
  guard: getSignedIn,
  schema: welcomeSchema,
  hide: ['newPassword', 'confirmPassword', 'token'],
  failed: (intent) => (intent === 'reset' ? t('Your password was not set') : t('Not sent')),
  async run({ value, request, context }) {
    const source = clientIp(context)
    refuseUntil(await countTokenTry(source))
    const to = paths.welcome(value.token)
    switch (value.intent) {
      case 'right':
        await confirmInvitation(value.token)
        return { to, title: t('Thank you!') }
      case 'wrong':
        await reportWrongData(value.token, value.wrong)
        return { to, title: t('Thank you! The office will look into it.') }
      case 'reset': {
        const work = () => enterByInvitation(value.token, value.newPassword, tellPassword)
        const user = await inTurnOf({ source, isKnown: false }, work)
        const email = user.email ?? ''
        await forgetSignInTries(email, await originOf(request, source, email))
        const opened = {
          way: 'link',
          password: value.newPassword,
          title: t('Welcome!'),
          to: paths.welcomeSteps(),
        } as const
        return { description: howGood(value.newPassword), ...(await openedTo(request, user, opened)) }
      }
    }
  },
})

export default function Welcome() {
  const invitation = useLoaderData<typeof loader>()
  if (!invitation) {
    return (
      <MessageScreen
        title={t('This link doesn’t work')}
        actions={<ButtonLink to={paths.auth()}>{t('Sign In')}</ButtonLink>}
      >
        <p>
          {t('It was used already, or it has expired. If you have no password yet, ask the school for a new link.')}
        </p>
      </MessageScreen>
    )
  }
  const { token, email, riders, isAnswered, isOpen, answer } = invitation
  return (
    <SignInFrame>
      <h2 className="text-xl">{isAnswered ? t('Choose a password') : t('Is this right?')}</h2>
      {isAnswered ? (
        <ChoosePassword token={token} email={email} isOpen={isOpen} />
      ) : (
        <>
          {answer ? (
            <p className="whitespace-pre-line rounded bg-sunk p-3">
              <strong className="block">{t('The office says:')}</strong>
              {answer}
            </p>
          ) : null}
          <RidersToCheck riders={riders} />
          <SayRight token={token} />
          <SayWrong token={token} />
        </>
      )}
    </SignInFrame>
  )
}

const rightForm = z.object({ token: z.string() })
const [, wrongForm] = welcomeSchema.options

function SayRight({ token }: { token: string }) {
  return (
    <PostForm answer={useAnswer(rightForm)} action={paths.welcome(token)}>
      <input type="hidden" name="token" value={token} />
      <Button name="intent" value="right">
        {t('Yes, This Is Right')}
      </Button>
    </PostForm>
  )
}

function SayWrong({ token }: { token: string }) {
  const { field, ...answer } = useAnswer(wrongForm)
  return (
    <details open={answer.form.status === 'error'}>
      <summary className="btn btn-secondary w-full">{t('Something Is Wrong')}</summary>
      <PostForm answer={answer} action={paths.welcome(token)} className="mt-4 grid gap-4">
        <input type="hidden" name="token" value={token} />
        <TextAreaField
          label={t('What is wrong?')}
          hint={t('The office reads it and answers by email. You can go on in the meantime.')}
          rows={4}
          {...field('wrong')}
        />
        <Button name="intent" value="wrong" variant="secondary">
          {t('Tell the Office')}
        </Button>
      </PostForm>
    </details>
  )
}

function ChoosePassword({ token, email, isOpen }: { token: string; email: string; isOpen: boolean }) {
  const { field, ...answer } = useAnswer(resetFormSchema)
  return (
    <PostForm answer={answer} action={paths.welcome(token)}>
      <p className="text-muted">
        {isOpen ? `${t('The office will look into what you said.')} ` : ''}
        <Rich
          text="You sign in as <strong>{email}</strong>."
          values={{
            email,
            strong: (inside) => <strong className="text-ink [overflow-wrap:anywhere]">{inside}</strong>,
          }}
        />
      </p>
      <input type="hidden" name="token" value={token} />
      <Field
        label={t('New Password')}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHint whose="family" />}
        {...field('newPassword')}
      />
      <Field label={t('Confirm Password')} type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <Button name="intent" value="reset">
        {t('Save and Sign In')}
      </Button>
    </PostForm>
  )
}
