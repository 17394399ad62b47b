import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { StateBadge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { DrawnSignature } from '~/components/waivers/signature'
import { WaiverText } from '~/components/waivers/waiver-text'
import { signedTogether } from '~/models/waivers/signature.server'
import { roleLabel } from '~/models/waivers/waiver'
import { getEnv } from '~/platform/env.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { requireViewer } from '~/web/auth.server'
import { waiverCopy } from './waiver-copy.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Your Waiver') }]

/** The copy of whoever signed, which the office sees too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const copy = await waiverCopy(viewer, params.id)
  const role = roleLabel(copy.signerRole)
  const back = safeRedirect(new URL(request.url).searchParams.get('redirectTo'), '') || null
  const own = copy.signerId === viewer.id
  return {
    id: copy.id,
    number: copy.number,
    title: copy.title,
    text: copy.text,
    rider: copy.riderName,
    name: copy.typedName,
    role: role && t(role),
    agreedTo: copy.agreedTo,
    drawing: copy.drawing,
    at: formatInstant(copy.signedAt, getEnv().schoolTimezone),
    ip: copy.ip,
    digest: copy.digest,
    isIntact: copy.isIntact,
    others: (await signedTogether(copy)).filter(({ id }) => id !== copy.id),
    back: own
      ? { to: paths.waivers({ redirectTo: back ?? undefined }), label: t('Waivers') }
      : { to: paths.student(copy.riderId), label: t('Student') },
    goOn: back,
  }
}

export default function WaiverCopy() {
  const {
    id,
    number,
    title,
    text,
    rider,
    name,
    role,
    agreedTo,
    drawing,
    at,
    ip,
    digest,
    isIntact,
    others,
    back,
    goOn,
  } = useLoaderData<typeof loader>()
  const facts = [
    [t('For'), rider],
    [t('Signed by'), name],
    [t('Signed as'), role],
    [t('Agreed to'), agreedTo],
    [t('Signed on'), at],
    [t('Version'), String(number)],
  ] as const
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageHeader
        title={title}
        back={back}
        actions={
          <>
            {goOn ? <ButtonLink to={goOn}>{t('Continue')}</ButtonLink> : null}
            <ButtonLink to={paths.waiverPdf(id)} variant="secondary">
              {t('Download PDF')}
            </ButtonLink>
          </>
        }
      />
      <Card title={t('Signed')}>
        {drawing ? <DrawnSignature drawing={drawing} name={name} /> : null}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {facts.map(([label, value]) =>
            value ? (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <p className="mt-3 text-sm text-muted">
          {isIntact ? (
            t('Unchanged since it was signed.')
          ) : (
            <StateBadge state="broken">{t('This is not what was signed')}</StateBadge>
          )}
        </p>
        <details id="proof" className="text-sm text-muted">
          <summary className="link inline-flex min-h-11 items-center">{t('Proof')}</summary>
          {ip ? <p>{t('IP address {ip}', { ip })}</p> : null}
          <p className="font-mono text-xs [overflow-wrap:anywhere]">SHA-256 {digest}</p>
        </details>
        {others.length ? (
          <p className="mt-2">
            {t('Signed at the same time:')}{' '}
            {others.map((one) => (
              <Link key={one.id} to={paths.waiver(one.id)} className="link me-3 inline-flex min-h-11 items-center">
                {one.riderName}
              </Link>
            ))}
          </p>
        ) : null}
      </Card>
      <Card>
        <WaiverText text={text} />
      </Card>
    </div>
  )
}
