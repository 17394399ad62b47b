import type { FieldMeta } from '~/components/form/field-frame'
import { NO_MATCH } from '~/components/office/student-search'
import type { RiderToAdd } from '~/models/schedule/lessons/riders-to-add.server'

/**
 * Students with a checkbox each, by last name. With scripts a search narrows them, and Enter checks the only one left.
 */
export function RiderChoices({ students, search, meta }: { students: RiderToAdd[]; search: string; meta: FieldMeta }) {
  const chosen = [meta.initialValue].flat()
  const errorId = `${meta.id}-error`
  return (
    <fieldset className="min-w-0" aria-describedby={meta.errors ? errorId : undefined}>
      <legend className="mb-1 font-semibold">Students</legend>
      <input
        type="search"
        data-filter="rider-choices"
        aria-label="Search students"
        placeholder="Search by name"
        autoComplete="off"
        className="input with-scripts mb-2"
      />
      <ul id="rider-choices" className="rider-choices">
        {students.map(({ id, name, left }) => (
          <li key={id} id={`choice-${id}`}>
            <label>
              <input type="checkbox" name={meta.name} value={id} defaultChecked={chosen.includes(id)} />
              <span>{name}</span>
              {left ? <small>{left}</small> : null}
            </label>
          </li>
        ))}
      </ul>
      {search && students.length === 0 ? <p className="text-muted">{NO_MATCH}</p> : null}
      {meta.errors?.length ? (
        <p id={errorId} className="mt-1 text-sm font-semibold text-bad">
          {meta.errors.join(' ')}
        </p>
      ) : null}
    </fieldset>
  )
}
