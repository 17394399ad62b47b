import { t } from '#text'
import { ConsentTick } from '~/components/consent/consent-tick'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { signUpForm } from '~/models/people/families/sign-up.schema'
import { PasswordHint } from './password-hint'
import { RiderBlocks } from './rider-blocks'

/** Fields that only bots fill in. */
export interface Trap {
  nameFieldName: string
  validFromFieldName: string | null
  encryptedValidFrom: string
}

/** The registration form. What belongs to one answer about who rides is shown with that answer, by CSS alone. */
export function CreateAccountForm({ action, trap }: { action: string; trap: Trap }) {
  const { field, fieldOf, ...answer } = useAnswer(signUpForm, { defaultValue: { who: 'me' } })
  const isRefused = answer.form.status === 'error'
  return (
    <PostForm answer={answer} action={action} className="group grid gap-4">
      <div hidden>
        <label>
          {t('Leave this empty')}
          <input name={trap.nameFieldName} tabIndex={-1} autoComplete="off" />
        </label>
        {trap.validFromFieldName ? (
          <input type="hidden" name={trap.validFromFieldName} value={trap.encryptedValidFrom} />
        ) : null}
      </div>
      <RadioCards
        legend={<span className="text-lg">{t('Who’s riding?')}</span>}
        columns={3}
        choices={[
          { value: 'me', label: t('Me') },
          { value: 'child', label: t('My child') },
          { value: 'both', label: t('Both') },
        ]}
        {...field('who')}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-lg font-semibold">{t('You')}</legend>
        <p className="-mt-3 text-sm text-muted group-has-[[value=me]:checked]:hidden">
          {t('You sign in, pay, and sign for your riders.')}
        </p>
        <div className="grid grid-cols-2 items-start gap-3">
          <Field label={t('First name')} autoComplete="given-name" {...field('firstName')} />
          <Field label={t('Last name')} autoComplete="family-name" {...field('lastName')} />
        </div>
        <Field label={t('Email')} type="email" autoComplete="username" {...field('email')} />
        <Field label={t('Phone')} type="tel" autoComplete="tel" {...field('phone')} />
        <Field
          label={t('Password')}
          type="password"
          hint={
            <>
              {isRefused ? <strong>{t('Please type your password again: we never send one back.')} </strong> : null}
              <PasswordHint whose="family" />
            </>
          }
          autoComplete="new-password"
          {...field('password')}
        />
        <div className="hidden group-has-[[value=me]:checked]:block">
          <Field
            label={t('Parent or guardian (optional)')}
            hint={t('Only if you are under 18.')}
            autoComplete="off"
            {...field('parentName')}
          />
        </div>
      </fieldset>
      <RiderBlocks fieldOf={fieldOf} />
      <ConsentTick {...field('consent')} hint={t('Only for riders under 18.')} />
      <Button name="intent" value="register">
        {t('Create Account')}
      </Button>
    </PostForm>
  )
}
