import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import type { WaiverCopy } from '~/models/waivers/signature.server'
import { formatDay, formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** Returns what the page shows about a signature. */
export const listedSignature = (copy: WaiverCopy, zone: string) => ({
  id: copy.id,
  number: copy.number,
  title: copy.title,
  name: copy.typedName,
  onPaper: copy.kind === 'paper',
  at: copy.paperOn ? formatDay(copy.paperOn) : formatInstant(copy.signedAt, zone),
  note: copy.note,
  withdrawn: copy.withdrawnNote,
  isIntact: copy.isIntact,
})

interface StudentWaiversProps {
  id: string
  waivers: ReturnType<typeof listedSignature>[]
  missing: boolean
  /** Whether the family has an account to sign with. */
  canSignIn: boolean
  guardianId: string | null
}

/**
 * Who signed what for the rider. The office can't sign: it hands over a tablet with the family's own sign-in, or
 * records a signature on paper.
 */
export function StudentWaivers({ id, waivers, missing, canSignIn, guardianId }: StudentWaiversProps) {
  return (
    <Card
      title="Waiver"
      actions={
        missing ? (
          <ButtonLink to={paths.paperWaiver(id)} stay variant="secondary" size="small">
            Record Paper
          </ButtonLink>
        ) : null
      }
    >
      {missing ? (
        <p className="mb-2">
          <Badge tone="warn" shape="warning">
            Missing
          </Badge>{' '}
          {canSignIn ? (
            <>
              Families sign from their own account. To use a tablet here,{' '}
              <Link to={paths.signInLink(guardianId ?? id)} className="link">
                make a sign-in link
              </Link>{' '}
              and open it there.
            </>
          ) : (
            'There is no account to sign with. Record the paper that was signed.'
          )}
        </p>
      ) : null}
      <ul>
        {waivers.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <span className="me-auto min-w-0 [overflow-wrap:anywhere]">
              <strong>Version {one.number}</strong> {one.withdrawn ? <Badge>Withdrawn</Badge> : null}
              {one.isIntact === false ? <Badge tone="bad">Not what was signed</Badge> : null}
              <span className="block text-sm text-muted">
                {[
                  `${one.onPaper ? 'On paper' : 'Signed'}${one.name ? ` by ${one.name}` : ''}, ${one.at}`,
                  one.note,
                  one.withdrawn && `Withdrawn: ${one.withdrawn}`,
                ]
                  .filter(Boolean)
                  .join('. ')}
              </span>
            </span>
            {one.onPaper && !one.withdrawn ? (
              <ButtonLink
                to={paths.withdrawPaper(id, one.id)}
                stay
                variant="quiet"
                size="small"
                className="text-bad"
                aria-label={`Withdraw the paper of version ${one.number}`}
              >
                Withdraw
              </ButtonLink>
            ) : null}
            {one.onPaper || one.isIntact === null ? null : (
              <Link to={paths.waiver(one.id)} className="link inline-flex min-h-11 items-center">
                See the copy<span className="sr-only"> of version {one.number}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
