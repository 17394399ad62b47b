import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConsentTick } from '~/components/consent/consent-tick'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
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

export const meta: MetaFunction = () => [{ title: 'Your Children’s Data' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  return { children: (await askedConsents(viewer.id)).map(({ id, name }) => ({ id, name })) }
}

export const action = formAction({
  guard: requireViewer,
  schema: consentSchema,
  failed: 'Not saved',
  // Consent is for the text that was read, so the box is checked again.
  hide: ['consent', 'version', 'riders'],
  async run({ viewer, value }) {
    const names = await giveConsent(viewer.id, value)
    return { to: paths.portal(), title: 'Thank you', description: `You agreed for ${listNames(names)}.` }
  },
})

export default function Consent() {
  const { children } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(consentSchema)
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageHeader title="Your Children’s Data" back={{ to: paths.portal(), label: 'Back to Dashboard' }} />
      <Card>
        {children.length ? (
          <PostForm answer={answer}>
            <p>
              For <strong>{listNames(children.map(({ name }) => name))}</strong>
            </p>
            <p className="max-w-prose text-muted">{KEPT_OF_A_CHILD}</p>
            <input type="hidden" name="version" value={CONSENT.version} />
            {children.map(({ id }) => (
              <input key={id} type="hidden" name="riders" value={id} />
            ))}
            <ConsentTick {...field('consent')} />
            <Button className="justify-self-start" busy="Saving…">
              Agree
            </Button>
          </PostForm>
        ) : (
          <EmptyState title="There is nothing to answer." />
        )}
      </Card>
    </div>
  )
}
