import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Says that the student was removed, and restores them. */
export function RemovedNotice({ name }: { name: string }) {
  return (
    <Form
      method="post"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn"
    >
      <Csrf />
      <p>
        <strong>{name} was removed from the lists.</strong> Rides, payments, and the account are kept.
      </p>
      <Button name="restore" value="yes" variant="secondary">
        Restore
      </Button>
    </Form>
  )
}

/** Says which account has the rows of a merged one, and undoes the merge. */
export function MergedNotice({ into }: { into: { id: string; name: string } }) {
  return (
    <Form
      method="post"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn"
    >
      <Csrf />
      <p>
        <strong>
          This account was merged into{' '}
          <Link to={paths.student(into.id)} className="underline">
            {into.name || 'another account'}
          </Link>
          .
        </strong>{' '}
        Its rides and payments are there. No one can sign in to it.
      </p>
      <Button name="undo-merge" value="yes" variant="secondary">
        Undo Merge
      </Button>
    </Form>
  )
}

/** Says why there is no name and nothing to do. */
export function ErasedNotice({ on }: { on: string }) {
  return (
    <p className="mb-4 rounded border border-line bg-surface px-4 py-3">
      <strong>Personal data was erased on {on}.</strong> Payments and rides are kept without the name.
    </p>
  )
}

interface FamilyCardProps {
  id: string
  name: string
  guardian: { id: string; name: string; email: string | null } | null
  riders: { id: string; name: string; email: string | null; age: number | null; removed: boolean }[]
  consent: { given: { by: string; at: string; version: number } | null } | null
}

/** The guardian of a rider, or the riders of a guardian, and the actions for them. */
export function FamilyCard({ id, name, guardian, riders, consent }: FamilyCardProps) {
  return (
    <Card title={riders.length ? `Family (${riders.length === 1 ? '1 rider' : `${riders.length} riders`})` : 'Family'}>
      {guardian ? (
        <p>
          In the family of{' '}
          <Link to={paths.student(guardian.id)} className="link inline-flex min-h-11 items-center">
            {guardian.name || 'No name'}
          </Link>
          {guardian.email ? ', who signs in and pays.' : ', who has no email.'}
        </p>
      ) : null}
      {consent ? (
        <p className="mb-3 text-muted">
          {consent.given
            ? `${consent.given.by} agreed on ${consent.given.at} that we keep this child’s data (version ${consent.given.version}).`
            : 'We ask the family on their home screen to agree that we keep this child’s data.'}
        </p>
      ) : null}
      {riders.length ? (
        <ul className="mb-3">
          {riders.map(({ id, name, email, age, removed }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line">
              <Link to={paths.student(id)} className="link inline-flex min-h-11 items-center">
                {name || 'No name'}
              </Link>
              {age === null ? null : <span className="text-sm text-muted">{age} years old</span>}
              {email ? <span className="text-sm text-muted">Own sign-in</span> : null}
              {removed ? <Badge>Removed</Badge> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {guardian || riders.length ? null : (
        <p className="mb-3 text-muted">{name} has an account of their own, with no other riders.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {guardian ? (
          <>
            <ButtonLink to={paths.linkFamily(id, { find: 'guardian' })} stay variant="secondary" size="small">
              Move to Another Family
            </ButtonLink>
            <ButtonLink to={paths.unlinkFamily(id)} stay variant="secondary" size="small">
              Remove from Family
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to={paths.addRider(id)} stay variant="secondary" size="small">
              Add Rider
            </ButtonLink>
            <ButtonLink to={paths.linkFamily(id, { find: 'rider' })} stay variant="secondary" size="small">
              Link a Student
            </ButtonLink>
            {riders.length ? null : (
              <ButtonLink to={paths.linkFamily(id, { find: 'guardian' })} stay variant="secondary" size="small">
                Link to a Guardian
              </ButtonLink>
            )}
          </>
        )}
        <ButtonLink to={paths.mergeStudent(id)} stay variant="secondary" size="small">
          Merge Two Accounts
        </ButtonLink>
      </div>
    </Card>
  )
}
