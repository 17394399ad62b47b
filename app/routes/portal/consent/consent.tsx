import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { ConsentTick } from '~/components/consent/consent-tick'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Rich } from '~/components/rich'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { CONSENT, KEPT_OF_A_CHILD } from '~/models/people/accounts/consent'
import { consentSchema } from '~/models/people/families/consent.schema'
import { askedConsents, giveConsent } from '~/models/people/families/consent.server'
import { listNames } from '~/models/waivers/waiver'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t('Your Children’s Data') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  return { children: (await askedConsents(viewer.id)).map(({ id, name }) => ({ id, name })) }
}

export const action = formAction({
  guard: requireViewer,
  schema: consentSchema,
  failed: () => t('Not saved'),
  // Consent is for the text that was read, so the box is checked again.
  hide: ['consent', 'version', 'riders'],
  async run({ viewer, value }) {
    const names = await giveConsent(viewer.id, value)
    return {
      to: paths.portal(),
      title: t('Thank you'),
      description: t('You agreed for {names}.', { names: listNames(names) }),
    }
  },
})

export default function Consent() {
  const { children } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(consentSchema)
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageHeader title={t('Your Children’s Data')} back={{ to: paths.portal(), label: t('Back to Dashboard') }} />
      <Card>
        {children.length ? (
          <PostForm answer={answer}>
            <p>
              <Rich
                text="For <strong>{name}</strong>"
                values={{
                  name: listNames(children.map(({ name }) => name)),
                  strong: (inside) => <strong>{inside}</strong>,
                }}
              />
            </p>
            <p className="max-w-prose text-muted">{t(KEPT_OF_A_CHILD)}</p>
            <input type="hidden" name="version" value={CONSENT.version} />
            {children.map(({ id }) => (
              <input key={id} type="hidden" name="riders" value={id} />
            ))}
            <ConsentTick {...field('consent')} />
            <Button className="justify-self-start" busy={t('Saving…')}>
              {t('Agree')}
            </Button>
          </PostForm>
        ) : (
          <EmptyState title={t('There is nothing to answer.')} />
        )}
      </Card>
    </div>
  )
}
