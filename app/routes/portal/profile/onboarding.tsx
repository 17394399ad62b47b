import type { ReactNode } from 'react'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { PostForm } from '~/components/form/post-form'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { ProfileValues as Values } from '~/models/people/accounts/profile'
import { profileSchema } from '~/models/people/accounts/profile.schema'
import { paths } from '~/utils/paths'
import { PaymentPortalForm } from './payment-portal-form'
import { ProfileFields, useProfileForm } from './profile-fields'

function Step({ number, title, children }: { number: 1 | 2; title: string; children: ReactNode }) {
  return (
    <Card className="mx-auto w-full max-w-xl">
      <p className="text-sm font-semibold text-brand">{t(number === 1 ? 'Step 1 of 2' : 'Step 2 of 2')}</p>
      <div className="my-2 grid grid-cols-2 gap-1" aria-hidden="true">
        <span className="h-1.5 rounded bg-brand" />
        <span className={number === 2 ? 'h-1.5 rounded bg-brand' : 'h-1.5 rounded bg-sunk'} />
      </div>
      <h2 className="mb-3">{title}</h2>
      {children}
    </Card>
  )
}

export function SetupStepOne({ values }: { values: Values }) {
  const { field, ...answer } = useProfileForm(profileSchema, values)
  return (
    <Step number={1} title={t('Who is riding?')}>
      <PostForm answer={answer} action={paths.profile()}>
        <ProfileFields field={field} />
        <Button name="intent" value="save">
          {t('Continue')}
        </Button>
      </PostForm>
    </Step>
  )
}

/** `hasMethod` is null if the payment provider cannot be asked. Without `cards` the family pays at the school. */
export function SetupStepTwo({ hasMethod, cards }: { hasMethod: boolean | null; cards: boolean }) {
  if (!cards) {
    return (
      <Step number={2} title={t('How would you like to pay?')}>
        <p className="mb-4 text-muted">{t('You pay at the school. Ask for lessons in the shop.')}</p>
        <FinishForm variant="primary">{t('Complete Setup')}</FinishForm>
      </Step>
    )
  }
  return (
    <Step number={2} title={t('How would you like to pay?')}>
      <p className="mb-4 text-muted">
        {hasMethod
          ? t("Your payment method is saved. You're ready to buy lessons.")
          : t('Save a card or bank account now, or later when you buy lessons. Bank payments take 3-5 business days.')}
      </p>
      <div className="grid gap-3">
        {hasMethod === null ? (
          <p role="status">{t('Payment Not Available')}</p>
        ) : (
          <PaymentPortalForm setup variant={hasMethod ? 'secondary' : 'primary'}>
            {hasMethod ? t('Manage Payment Methods') : t('Add Payment Method')}
          </PaymentPortalForm>
        )}
        <FinishForm variant={hasMethod ? 'primary' : 'quiet'}>
          {hasMethod ? t('Complete Setup') : t('Skip for Now')}
        </FinishForm>
      </div>
    </Step>
  )
}

function FinishForm({ variant, children }: { variant: 'primary' | 'quiet'; children: string }) {
  return (
    <Form method="post" action={paths.profile()}>
      <Csrf />
      <Button name="intent" value="finish" variant={variant}>
        {children}
      </Button>
    </Form>
  )
}
