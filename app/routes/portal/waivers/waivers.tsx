import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { WaiverText } from '~/components/waivers/waiver-text'
import { familyWaivers } from '~/models/waivers/family-waivers.server'
import { listNames } from '~/models/waivers/waiver'
import { signSchema } from '~/models/waivers/waiver.schema'
import { getEnv } from '~/platform/env.server'
import { signAndMail } from '~/services/mail/waiver-mail.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { SignForm } from './sign-form'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Waivers') }]

/** Where someone was when the waiver came between; undefined if they came by themselves. */
const wayBack = (query: URLSearchParams) => safeRedirect(query.get('redirectTo'), '') || undefined

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const { waiver, riders, maySign, ownRoles } = await familyWaivers(viewer.id)
  const asked = query.get('rider')
  const unsigned = waiver ? riders.filter(({ signed }) => !signed) : []
  return {
    waiver,
    maySign,
    ownRoles,
    unsigned: unsigned.map(({ id, name, firstName, isSelf }) => ({
      id,
      name,
      firstName,
      isSelf,
      chosen: !unsigned.some((one) => one.id === asked) || id === asked,
    })),
    signed: riders.flatMap(({ id, name, signed }) =>
      signed
        ? [
            {
              id,
              name,
              by: signed.typedName,
              at: formatInstant(signed.signedAt, getEnv().schoolTimezone),
              number: signed.number,
              copy: signed.signerId === viewer.id ? signed.id : null,
              onPaper: signed.kind === 'paper',
            },
          ]
        : [],
    ),
    back: wayBack(query),
  }
}

export const action = formAction({
  guard: requireViewer,
  schema: signSchema,
  failed: () => t('Not signed'),
  // What is agreed to is what was read: it is ticked again.
  hide: ['agree', 'waiver'],
  // Of radio buttons none is sent until one is chosen.
  asks: ['signerRole'],
  async run({ viewer, value, request, query, context }) {
    const userAgent = request.headers.get('user-agent')
    const { ids, riders } = await signAndMail(viewer.id, value, { ip: context.ip ?? null, userAgent })
    return {
      to: paths.waiver(ids[0] ?? 0, { redirectTo: wayBack(query) }),
      title: t('Signed'),
      description: t('For {riders}. A copy is on its way to {email}.', {
        riders: listNames(riders),
        email: viewer.email ?? '',
      }),
    }
  },
})

export default function Waivers() {
  const { waiver, unsigned, signed, maySign, ownRoles, back } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageHeader
        title={waiver && unsigned.length ? waiver.title : t('Waivers')}
        back={{ to: back ?? paths.portal(), label: back ? t('Back') : t('Back to Dashboard') }}
      />
      {unsigned.length === 0 ? (
        <Card>
          <EmptyState
            title={signed.length ? t('Everything is signed. Thank you!') : t('There is nothing to sign.')}
            action={back ? <ButtonLink to={back}>{t('Continue')}</ButtonLink> : undefined}
          />
        </Card>
      ) : null}
      {waiver && unsigned.length && !maySign ? (
        <Card>
          <p>{t('Your parent or guardian signs this for you, with their own account.')}</p>
        </Card>
      ) : null}
      {waiver && unsigned.length && maySign ? (
        <>
          <Card>
            <WaiverText text={waiver.text} />
          </Card>
          {/* Another text is another form: nothing that was agreed to before stays in it. */}
          <SignForm key={waiver.id} waiver={waiver} riders={unsigned} ownRoles={ownRoles} />
        </>
      ) : null}
      {signed.length ? (
        <Card title={t('Signed')}>
          <ul>
            {signed.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
                <span className="me-auto min-w-0 [overflow-wrap:anywhere]">
                  <strong>{one.name}</strong>
                  <span className="block text-sm text-muted">
                    {one.onPaper
                      ? t('On paper, signed by {name}, {at}. Version {version}.', {
                          name: one.by,
                          at: one.at,
                          version: String(one.number),
                        })
                      : t('Signed by {name}, {at}. Version {version}.', {
                          name: one.by,
                          at: one.at,
                          version: String(one.number),
                        })}
                  </span>
                </span>
                {one.copy ? (
                  <Link to={paths.waiver(one.copy)} className="link inline-flex min-h-11 items-center">
                    {t('See your copy')}
                    <span className="sr-only"> {t('for {name}', { name: one.name })}</span>
                  </Link>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}
