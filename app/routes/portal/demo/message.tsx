import { Card } from '~/components/ui/card'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/utils/paths'

/** An email's plain text with the links in it, or its HTML as a mailbox shows it. */
export function Message({
  id,
  text,
  html,
  attachments,
  view,
}: {
  id: number
  text: string
  html: string
  /** Names such as `waiver:17`. */
  attachments: string[]
  view: 'text' | 'html'
}) {
  return (
    <Card>
      <Tabs
        label="Parts of the email"
        current={view}
        tabs={[
          { id: 'text', name: 'Plain text', to: paths.outbox({ id }) },
          { id: 'html', name: 'HTML', to: paths.outbox({ id, view: 'html' }) },
        ]}
      />
      {attachments.length ? (
        <p className="mt-4">
          Attached:{' '}
          {attachments.map((one) => (
            <a key={one} href={paths.waiverPdf(Number(one.split(':')[1]))} className="link me-3">
              {one.replace(':', ' ')}.pdf
            </a>
          ))}
        </p>
      ) : null}
      {view === 'text' ? (
        <p className="mt-4 max-w-prose whitespace-pre-wrap">{withLinks(text)}</p>
      ) : (
        // No script and no origin of ours inside; a link opens in a new page.
        <iframe
          title="The email as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html}
          className="mt-4 h-[46rem] max-h-[85dvh] w-full rounded border border-line"
        />
      )}
    </Card>
  )
}

const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, i) =>
    i % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <a key={i} href={part} className="link">
        {part}
      </a>
    ) : (
      part
    ),
  )
