import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { LanguageChoice, languageName } from '~/components/nav/language-choice'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { useRoot } from '~/components/use-root'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { ridesTooSchema } from '~/models/people/accounts/family.schema'
import { wantedAddress } from '~/models/people/accounts/links/address.server'
import { needsOnboarding, profileValues } from '~/models/people/accounts/profile'
import { profileSchema } from '~/models/people/accounts/profile.schema'
import { setRidesToo } from '~/models/people/families/family-change.server'
import { isAdmin } from '~/models/vocabulary/user'
import { familyWithBirthDates } from '~/models/waivers/birth-date.server'
import { currentWaiver } from '~/models/waivers/version.server'
import { Refused } from '~/platform/refused'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { formatPhone } from '~/utils/phone'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { SetupStepOne, SetupStepTwo } from './onboarding'
import { PaymentPortalForm } from './payment-portal-form'
import { doesRide, nameLabel } from './profile-fields'
import { RidersCard } from './riders/riders-card'
import { changesAddress, saveProfile } from './save-profile.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Student Profile') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const values = profileValues(viewer)
  const cards = paymentProvider() !== null
  if (needsOnboarding(viewer)) return { view: 'step-one' as const, values }
  if (new URL(request.url).searchParams.get('step') !== '2')
    return {
      view: 'profile' as const,
      values,
      wanted: await wantedAddress(viewer.id),
      family: await familyWithBirthDates(viewer.id),
      isOffice: isAdmin(viewer),
      hasWaiver: (await currentWaiver()) !== null,
      cards,
    }
  return { view: 'step-two' as const, values, cards, hasMethod: await hasPaymentMethod(viewer.id) }
}

/** Whether there is a method; null if the provider does not answer: the setup continues all the same. */
async function hasPaymentMethod(userId: string): Promise<boolean | null> {
  try {
    return (await listPaymentMethods(userId)).length > 0
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Step 1 saves the profile, or whether a parent rides too; step 2 only ends the setup. */
export const action = formAction({
  guard: requireViewer,
  schema: z.discriminatedUnion('intent', [
    profileSchema.extend({ intent: z.literal('save').optional() }),
    z.object({ intent: z.literal('finish') }),
    ridesTooSchema,
  ]),
  failed: () => t('Failed to update profile'),
  confirms: (sent) => 'email' in sent.value && changesAddress(sent, sent.value),
  refusedTo: ({ form }) => (form.get('intent') === 'rides-too' ? paths.profile() : undefined),
  async run(sent) {
    const { value } = sent
    if (value.intent === 'finish') return { to: paths.customer(), title: t('Profile completed successfully!') }
    if (value.intent === 'rides-too') {
      await setRidesToo(sent.viewer.id, value.rides)
      return { to: paths.profile(), title: t('Riders saved') }
    }
    const { intent: _, ...form } = value
    await saveProfile(sent, form)
    return redirect(paths.profile({ step: 2 }))
  },
})

export default function Profile() {
  const loaded = useLoaderData<typeof loader>()
  const mails = useRoot()?.mails
  const { view, values } = loaded
  return (
    <>
      <PageHeader title={t('Student Profile')} back={{ to: paths.portal(), label: t('Back to Dashboard') }} />
      {view === 'step-one' ? <SetupStepOne values={values} /> : null}
      {view === 'step-two' ? <SetupStepTwo hasMethod={loaded.hasMethod} cards={loaded.cards} /> : null}
      {view === 'profile' ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card>
            <dl className="grid gap-4 sm:grid-cols-2">
              <Fact name={nameLabel(loaded.view !== 'profile' || doesRide(loaded.family))} value={values.studentName} />
              <Fact name={t('Email')} value={values.email} />
              {loaded.view === 'profile' && loaded.wanted ? (
                <Fact
                  name={t('New email')}
                  value={
                    mails
                      ? t('{email}, once you open the link we sent there', { email: loaded.wanted })
                      : t('{email}, once the office changes it', { email: loaded.wanted })
                  }
                />
              ) : null}
              <Fact name={t('Phone')} value={formatPhone(values.phone)} />
              <Fact name={t('Parent or guardian')} value={values.parentName} />
              <div>
                <dt className="text-sm text-muted">{t('Language')}</dt>
                <dd>
                  {languageName()} · <LanguageChoice />
                </dd>
              </div>
            </dl>
            <div className="mt-5 flex flex-wrap gap-3">
              <ButtonLink to={paths.editProfile()} stay>
                {t('Edit Profile')}
              </ButtonLink>
              <ButtonLink to={paths.changePassword()} stay variant="secondary">
                {t('Change Password')}
              </ButtonLink>
            </div>
          </Card>
          <div className="grid gap-4">
            {loaded.view === 'profile' && loaded.family.mayAdd ? <RidersCard {...loaded.family} /> : null}
            {loaded.view === 'profile' && loaded.cards ? (
              <Card title={t('Payments and invoices')}>
                <p className="mb-3 text-muted">{t('Manage your cards, bank accounts, and invoices.')}</p>
                <PaymentPortalForm>{t('Open Payment Portal')}</PaymentPortalForm>
              </Card>
            ) : null}
            {loaded.view === 'profile' && loaded.hasWaiver ? (
              <Card title={t('Waivers')}>
                <p className="mb-3 text-muted">{t('What was signed for whom, with your copies.')}</p>
                <ButtonLink to={paths.waivers()} variant="secondary">
                  {t('See Your Waivers')}
                </ButtonLink>
              </Card>
            ) : null}
            <Card title={t('Your devices')}>
              <p className="mb-3 text-muted">
                {t('Where you are signed in. Sign out a phone that you lost or gave away.')}
              </p>
              <ButtonLink to={paths.devices()} variant="secondary">
                {t('See Your Devices')}
              </ButtonLink>
            </Card>
            {loaded.view === 'profile' && loaded.isOffice ? (
              <Card title={t('Second step')}>
                <p className="mb-3 text-muted">{t('A code from your phone, which signing in asks for.')}</p>
                <ButtonLink to={paths.secondStep()} variant="secondary">
                  {t('Your Second Step')}
                </ButtonLink>
              </Card>
            ) : null}
            <Card title={t('Notifications')}>
              <p className="mb-3 text-muted">{t('Reminders and other emails about your rides.')}</p>
              <ButtonLink to={paths.notices()} variant="secondary">
                {t('Manage Notifications')}
              </ButtonLink>
            </Card>
            <Card title={t('Your data')}>
              <p className="mb-3 text-muted">
                {t(
                  'Everything the school keeps about your family: rides, payments, emails, and more. To have it erased, ask the office.',
                )}
              </p>
              <ButtonLink to={paths.ownDownload()} variant="secondary">
                {t('Download Your Data')}
              </ButtonLink>
            </Card>
          </div>
        </div>
      ) : null}
      <Outlet />
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={value ? 'wrap-anywhere' : 'text-muted italic'}>{value || t('Not provided')}</dd>
    </div>
  )
}
