import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { Candidate } from '~/models/people/families/family-search.server'

/** A search for a student, which with scripts answers while typing. */
export function Candidates({
  action,
  hidden = {},
  search,
  found,
  to,
  hint = '',
}: {
  action: string
  /** Fields that the search form contains too. */
  hidden?: Record<string, string>
  search: string
  found: Candidate[]
  to: (id: string) => string
  /** Says who can be found, if nobody was. */
  hint?: string
}) {
  return (
    <>
      <Form method="get" action={action} className="flex items-end gap-2" data-live="" stay>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="min-w-0 flex-1">
          <Field
            label="Search"
            name="q"
            type="search"
            defaultValue={search}
            autoComplete="off"
            placeholder="Name, email, or phone"
          />
        </div>
        <Button variant="secondary" className="without-scripts">
          Search
        </Button>
      </Form>
      {found.length ? (
        <ul className="mt-3">
          {found.map((candidate) => (
            <li key={candidate.id} className="border-t border-line py-1">
              <Link to={to(candidate.id)} stay className="link inline-flex min-h-11 items-center">
                {candidate.name}
              </Link>{' '}
              <span className="text-sm text-muted">{factsOf(candidate)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-muted">
          {search ? 'No matching students.' : 'Type a name.'} {hint}
        </p>
      )}
    </>
  )
}

const factsOf = ({ email, guardian, riders }: Candidate) =>
  [
    email,
    guardian && `in the family of ${guardian}`,
    riders && (riders === 1 ? 'guardian of 1 rider' : `guardian of ${riders} riders`),
  ]
    .filter(Boolean)
    .join(' · ')
