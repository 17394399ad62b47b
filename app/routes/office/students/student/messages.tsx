import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import type { MessageState } from '~/services/texts/messages-to-family.server'
import { formatPhone } from '~/utils/phone'

export interface Message {
  key: string
  /** An email address or phone number. */
  to: string
  /** What it is about, or whom it told. */
  subject: string
  at: string
  state: MessageState
}

const STATES = {
  sent: { tone: 'good', word: 'Sent' },
  held: { tone: 'neutral', word: 'Waiting for quiet hours to end' },
  unproved: { tone: 'neutral', word: 'Address not confirmed' },
  waiting: { tone: 'neutral', word: 'Waiting' },
  failed: { tone: 'warn', word: 'Failed, tried again' },
  late: { tone: 'neutral', word: 'Not sent' },
  demo: { tone: 'neutral', word: 'Demo: not sent' },
  lost: { tone: 'warn', word: 'Not delivered' },
} as const

/** The emails and texts that a family got, newest first. */
export function Messages({ messages }: { messages: Message[] }) {
  return (
    <Card title="Messages">
      {messages.length ? <MessageList messages={messages} /> : <p className="text-muted">Nothing was sent yet.</p>}
    </Card>
  )
}

/** Emails and texts, each with its state. */
export const MessageList = ({ messages }: { messages: Message[] }) => (
  <ul className="-my-2 text-sm">
    {messages.map(({ key, to, subject, at, state }) => (
      <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
        <span className="me-auto min-w-0">
          <span className="wrap-anywhere">{subject}</span>
          <span className="num block text-muted wrap-anywhere">
            {at}, to {formatPhone(to)}
          </span>
        </span>
        <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
      </li>
    ))}
  </ul>
)
