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
    <Form method="get" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-[2fr_1fr_1fr_auto]">
      {student ? <input type="hidden" name="student" value={student} /> : null}
      <div className="col-span-2 sm:col-span-1">
        <Field
          name="search"
          type="search"
          label="Search"
          hideLabel
          placeholder="Search type or instructor"
          maxLength={100}
          defaultValue={filters.search}
        />
      </div>
      <SelectField
        name="type"
        label="Type"
        hideLabel
        defaultValue={filters.type}
        options={[{ value: '', label: 'All types' }, ...types.map((type) => ({ value: type, label: type }))]}
      />
      <SelectField
        name="attendance"
        label="Attendance"
        hideLabel
        defaultValue={filters.attendance}
        options={[
          { value: '', label: 'All rides' },
          ...ATTENDANCE_FILTERS.map((value) => ({ value, label: attendanceLabel(value) })),
        ]}
      />
      <div className="col-span-2 flex flex-wrap items-center gap-3 sm:col-span-1">
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
