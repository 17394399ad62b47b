import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { attendanceLabel } from '~/models/attendance/attendance'
import { ATTENDANCE_FILTERS } from '~/models/rides/ride'
import { paths } from '~/utils/paths'

/** Search, type and attendance, in the address. */
export function HistoryFilters({
  filters,
  types,
  student,
  filtered,
}: {
  filters: { search: string; type: string; attendance: string }
  types: string[]
  student: string | undefined
  filtered: boolean
}) {
  return (
    <Form method="get" className="mb-4 grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
      {student ? <input type="hidden" name="student" value={student} /> : null}
      <Field
        name="search"
        type="search"
        label="Search"
        placeholder="Type or instructor"
        maxLength={100}
        defaultValue={filters.search}
      />
      <SelectField
        name="type"
        label="Type"
        defaultValue={filters.type}
        options={[{ value: '', label: 'All types' }, ...types.map((type) => ({ value: type, label: type }))]}
      />
      <SelectField
        name="attendance"
        label="Attendance"
        defaultValue={filters.attendance}
        options={[
          { value: '', label: 'All' },
          ...ATTENDANCE_FILTERS.map((value) => ({ value, label: attendanceLabel(value) })),
        ]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary">Filter</Button>
        {filtered ? (
          <Link to={paths.rideHistory({ student })} className="link inline-flex min-h-11 items-center">
            Clear
          </Link>
        ) : null}
      </div>
    </Form>
  )
}
