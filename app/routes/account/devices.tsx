import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { sayDevice } from '~/models/people/accounts/devices/device-name'
import { listDevices, signOutElsewhere } from '~/models/people/accounts/devices/devices.server'
import { isFamily } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { readSid } from '~/web/session.server'
import { accountPage } from '~/web/sign-in.server'

export const meta: MetaFunction = () => [{ title: t('Your Devices') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireSignedIn(request)
  const zone = getEnv().schoolTimezone
  const devices = await listDevices(user, await readSid(request))
  return {
    back: accountPage(user),
    isFamily: isFamily(user),
    devices: devices.map(({ since, lastUsed, ...device }) => ({
      ...device,
      since: since && formatInstant(since, zone),
      lastUsed: formatInstant(lastUsed, zone),
    })),
  }
}

export const action = formAction({
  guard: requireSignedIn,
  schema: z.object({ device: z.string().min(1).max(100) }),
  failed: () => t('Nothing was signed out'),
  refusedTo: () => paths.devices(),
  async run({ viewer, value: { device }, request }) {
    const ended = await signOutElsewhere(viewer.id, await readSid(request), device)
    return { to: paths.devices(), title: ended ? t('Signed out there') : t('That device was signed out already') }
  },
})

export default function Devices() {
  const { devices, back, isFamily } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('Your Devices')} back={back} />
      <Card>
        <p className="mb-3 max-w-prose text-muted">
          {t('You are signed in here.')}{' '}
          {isFamily
            ? t('A device signs out automatically after 14 days without use.')
            : t('For the children’s sake, each device signs out 12 hours after signing in.')}{' '}
          {t('If you don’t know one, sign it out and change your password.')}
        </p>
        <ul>
          {devices.map(({ handle, name, since, lastUsed, isThis }) => (
            <li
              key={handle}
              id={`device-${handle}`}
              className="flex flex-wrap items-center gap-3 border-t border-line py-3"
            >
              <div className="me-auto min-w-0">
                <p className="flex flex-wrap items-center gap-2">
                  <strong>{sayDevice(name)}</strong>
                  {isThis ? <Badge tone="info">{t('This device')}</Badge> : null}
                </p>
                <p className="num text-sm text-muted">
                  {since ? `${t('Signed in {when}', { when: since })} · ` : null}
                  {t('Last used about {when}', { when: lastUsed })}
                </p>
              </div>
              {isThis ? null : (
                <form method="post" action={paths.devices()}>
                  <Csrf />
                  <Button
                    name="device"
                    value={handle}
                    variant="secondary"
                    size="small"
                    aria-label={t('Sign out {device}, last used about {when}', {
                      device: sayDevice(name),
                      when: lastUsed,
                    })}
                  >
                    {t('Sign Out')}
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
        {devices.length > 1 ? (
          <ButtonLink to={paths.signOutElsewhere()} stay variant="danger-quiet" className="mt-3">
            {t('Sign Out Everywhere Else')}
          </ButtonLink>
        ) : null}
      </Card>
      <Outlet />
    </>
  )
}
