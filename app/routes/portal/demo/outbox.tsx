import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { findOutboxEmail, listOutbox } from '~/services/mail/outbox.server'
import { formatInstant } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireDemo } from '~/web/demo.server'
import { Message } from './message'

export const meta: MetaFunction = () => [{ title: 'Outbox' }]

/** Demo mode's mailbox for everyone: whoever could read the mail may read this page, so nobody signs in for it. */
export async function loader({ request }: LoaderFunctionArgs) {
  requireDemo()
  const { schoolTimezone } = getEnv()
  const query = new URL(request.url).searchParams
  const shown = <Row extends State & { createdAt: Date }>(row: Row) => {
    const { createdAt, sentAt, lastError, maybeTwice, heldUntil, ...rest } = row
    const state = stateOf({ sentAt, lastError, maybeTwice, heldUntil })
    return { ...rest, at: formatInstant(createdAt, schoolTimezone), state }
  }
  if (query.has('id')) {
    const email = await findEmail(query.get('id'))
    if (!email) throw new Response('Email not found.', { status: 404, statusText: 'Not Found' })
    return {
      screen: 'email' as const,
      email: shown(email),
      view: query.get('view') === 'html' ? ('html' as const) : ('text' as const),
    }
  }
  const page = pageNumber(query.get('page'))
  const { emails, pages } = await listOutbox(page)
  return { screen: 'list' as const, emails: emails.map(shown), page, pages }
}

const findEmail = async (id: string | null) => (id && /^\d{1,9}$/.test(id) ? findOutboxEmail(Number(id)) : null)

const STATES = {
  sent: { tone: 'good', word: 'Sent' },
  twice: { tone: 'warn', word: 'Possibly sent twice' },
  failed: { tone: 'warn', word: 'Not sent yet' },
  kept: { tone: 'neutral', word: 'Not sent' },
  held: { tone: 'neutral', word: 'Waiting for quiet hours to end' },
} as const

interface State {
  sentAt: Date | null
  lastError: string | null
  maybeTwice: boolean
  heldUntil: Date | null
}

const stateOf = ({ sentAt, lastError, maybeTwice, heldUntil }: State): keyof typeof STATES => {
  if (sentAt) return maybeTwice ? 'twice' : 'sent'
  if (lastError) return 'failed'
  return heldUntil && heldUntil > now() ? 'held' : 'kept'
}

export default function Outbox() {
  const loaded = useLoaderData<typeof loader>()
  return loaded.screen === 'email' ? <Reading {...loaded} /> : <List {...loaded} />
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function Reading({ email, view }: Extract<Loaded, { screen: 'email' }>) {
  return (
    <>
      <PageHeader title={email.subject} back={{ to: paths.outbox(), label: 'Outbox' }}>
        <p>
          To {email.recipient}, <time>{email.at}</time>
        </p>
      </PageHeader>
      <Message {...email} view={view} />
    </>
  )
}

function List({ emails, page, pages }: Extract<Loaded, { screen: 'list' }>) {
  return (
    <>
      <PageHeader title="Outbox">
        <p>Emails the demo would have sent.</p>
      </PageHeader>
      <Card>
        {emails.length ? (
          <ul className="-my-2 divide-y divide-line">
            {emails.map(({ id, subject, recipient, at, state }) => (
              <li key={id} className="relative grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_auto]">
                <div className="min-w-0">
                  <Link to={paths.outbox({ id })} className="link wrap-anywhere after:absolute after:inset-0">
                    {subject}
                  </Link>
                  <p className="text-sm text-muted">To {recipient}</p>
                </div>
                <div className="flex items-center gap-3 text-sm text-muted">
                  <time>{at}</time>
                  <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No emails yet">
            <p>Receipts and sign-in links appear here. Buy a package, or ask for a link on the sign-in page.</p>
          </EmptyState>
        )}
        <Pages page={page} pages={pages} previous="Newer" next="Older" to={(page) => paths.outbox({ page })} />
      </Card>
    </>
  )
}
