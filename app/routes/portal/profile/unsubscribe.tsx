import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { Rich } from '~/components/rich'
import { MessageScreen } from '~/components/screens/message-screen'
import { Button, ButtonLink } from '~/components/ui/button'
import { choose } from '~/models/notices/choices.server'
import { kindOf } from '~/models/notices/kinds'
import { readUnsubscribeToken } from '~/models/notices/unsubscribe-token.server'
import { limitTries } from '~/platform/rate-limit.server'
import { paths } from '~/utils/paths'
import { clientIp } from '~/web/sign-in-limits.server'

export const meta: MetaFunction = () => [{ title: t('Stop Emails') }]

/** Limits tries with invalid links; ours work, so they are not counted. */
const WRONG_TRIES = { max: 100, seconds: 5 * 60 }

type Args = Pick<LoaderFunctionArgs, 'params' | 'context'>

async function read({ params, context }: Args) {
  const found = readUnsubscribeToken(params.token ?? '')
  if (!found) await limitTries(`unsubscribe:ip:${clientIp(context)}`, WRONG_TRIES)
  return found
}

const NO_SUCH_LINK = { name: null }
const unknown = () => data(NO_SUCH_LINK, { status: 404 })

/** Changes nothing: programs that look at mail open its links. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await read(args)
  return found ? data({ name: kindOf(found.kind).name }) : unknown()
}

/** Requires no sign-in and no form token, as RFC 8058 demands: the link itself identifies its owner, and opens nothing else. */
export async function action(args: ActionFunctionArgs) {
  const found = await read(args)
  if (!found || !(await choose(found.userId, found.kind, false))) return unknown()
  return data({ name: kindOf(found.kind).name })
}

export default function Unsubscribe() {
  const asked = useLoaderData<typeof loader>()
  const stopped = useActionData<typeof action>()
  const { name } = stopped ?? asked
  const toChoices = (
    <ButtonLink to={paths.notices()} variant="secondary">
      {t('Manage Notifications')}
    </ButtonLink>
  )
  if (name === null) {
    return (
      <MessageScreen title={t('This link doesn’t work')} actions={toChoices}>
        <p>{t('The link may be incomplete. Sign in to choose which emails you get.')}</p>
      </MessageScreen>
    )
  }
  if (stopped) {
    return (
      <MessageScreen title={t('Unsubscribed')} actions={toChoices}>
        <p>
          <Rich
            text="You’ve unsubscribed from <strong>{name}</strong>."
            values={{ name: t(name), strong: (inside) => <strong className="text-ink">{inside}</strong> }}
          />
        </p>
        <p>{t('You’ll still get other emails.')}</p>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen
      title={t('Stop “{name}”?', { name: t(name) })}
      actions={
        <>
          <form method="post">
            <Button>{t('Stop These Emails')}</Button>
          </form>
          {toChoices}
        </>
      }
    >
      <p>{t('You’ll no longer get these emails. You’ll still get other emails.')}</p>
    </MessageScreen>
  )
}
