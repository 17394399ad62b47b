import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import type { EmailState } from '~/services/mail/outbox.server'

interface Email {
  id: number
  recipient: string
  subject: string
  at: string
  state: EmailState
}

const STATES = {
  sent: { tone: 'good', word: 'Sent' },
  held: { tone: 'neutral', word: 'After quiet hours' },
  waiting: { tone: 'neutral', word: 'Waiting' },
  failed: { tone: 'warn', word: 'Failed, tried again' },
  late: { tone: 'neutral', word: 'Not sent' },
} as const

/** What the school wrote to a family, the latest first. */
export function Emails({ emails }: { emails: Email[] }) {
  return (
    <Card title="Emails">
      {emails.length ? (
        <ul className="-my-2 text-sm">
          {emails.map(({ id, recipient, subject, at, state }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0"
            >
              <span className="me-auto min-w-0">
                <span className="wrap-anywhere">{subject}</span>
                <span className="num block text-muted wrap-anywhere">
                  {at}, to {recipient}
                </span>
              </span>
              <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">Nothing was sent yet.</p>
      )}
    </Card>
  )
}
