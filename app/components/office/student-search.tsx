import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { MOST_RIDERS } from '~/models/people/families/rider-choice'

/** Whether there are more students than a list of them has, which was asked for one more. */
export const isCut = (students: readonly unknown[]): boolean => students.length > MOST_RIDERS

export const NO_MATCH = 'No students match your search.'

/** Reads what the search of an address looks for. */
export const searchIn = (query: URLSearchParams): string => (query.get('search') ?? '').trim().slice(0, 100)

/** Returns the address with the search, so that a form that is sent to it and refused lists the same students. */
export const withSearch = (path: string, search: string): string =>
  search ? `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ search })}` : path

/**
 * A search above a choice of students, in a school that has more of them than the choice lists. It works without
 * scripts. `kept` is the rest of the address's query.
 */
export function StudentSearch({
  isCut: cut,
  search,
  kept = {},
  always = false,
}: {
  /** Whether there are more students than are listed. */
  isCut: boolean
  search: string
  kept?: Record<string, string | undefined>
  always?: boolean
}) {
  if (!cut && !search && !always) return null
  return (
    <Form method="get" className="mb-3 flex flex-wrap items-end gap-2">
      {Object.entries(kept).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <div className="min-w-0 flex-1">
        <Field label="Search" name="search" type="search" maxLength={100} defaultValue={search} />
      </div>
      <Button variant="secondary">Search</Button>
      {cut ? (
        <p className="basis-full text-sm text-muted">Not all students are listed. Search for the others.</p>
      ) : null}
    </Form>
  )
}
