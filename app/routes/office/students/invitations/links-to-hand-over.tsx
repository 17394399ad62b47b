import { CopyText } from '~/components/office/copy-text'
import { Card } from '~/components/ui/card'
import type { HandedLink } from '~/services/mail/invitations/invitation-mail.server'

/** Links that are shown once, because only their hashes are stored. */
export const LinksToHandOver = ({ links }: { links: HandedLink[] }) => (
  <Card title={links.length === 1 ? 'One link to hand over' : `${links.length} links to hand over`} className="mb-4">
    <p role="status" className="mb-4 max-w-prose text-muted">
      Copy them now: they aren’t shown again. Each signs one family in, and is good for 14 days.
    </p>
    <ul className="grid gap-4 lg:grid-cols-2">
      {links.map(({ id, name, email, url }) => (
        <li key={id}>
          <CopyText id={`link-${id}`} label={`${name}, ${email}`} text={url} />
        </li>
      ))}
    </ul>
  </Card>
)
