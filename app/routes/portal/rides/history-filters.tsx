import { t } from '#text'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { FamilyRider } from '~/models/people/families/family.server'
import { ATTENDANCE_FILTERS } from '~/models/schedule/vocabulary/ride'
import { attendanceLabel } from '~/models/vocabulary/attendance'
import { paths } from '~/utils/paths'
import { riderOptions } from './rider-tabs'

/** Search, rider, type and attendance, in the address. */
export function HistoryFilters({
  filters,
  types,
  rider,
  family,
  filtered,
}: {
  filters: { search: string; type: string; attendance: string }
  types: string[]
  rider: string | undefined
  family: FamilyRider[]
  filtered: boolean
}) {
  return (
    <Form
      method="get"
      className={`mb-4 grid grid-cols-2 gap-2 ${family.length ? 'sm:grid-cols-[2fr_1fr_1fr_1fr_auto]' : 'sm:grid-cols-[2fr_1fr_1fr_auto]'}`}
    >
      {rider && !family.length ? <input type="hidden" name="rider" value={rider} /> : null}
      <div className="col-span-2 sm:col-span-1">
        <Field
          name="search"
          type="search"
          label={t('Search')}
          hideLabel
          placeholder={t('Search type or instructor')}
          maxLength={100}
          defaultValue={filters.search}
        />
      </div>
      {family.length ? (
        <div className="col-span-2 sm:col-span-1">
          <SelectField
            name="rider"
            label={t('Rider')}
            hideLabel
            defaultValue={rider ?? ''}
            options={riderOptions(family)}
          />
        </div>
      ) : null}
      <SelectField
        name="type"
        label={t('Type')}
        hideLabel
        defaultValue={filters.type}
        options={[{ value: '', label: t('All types') }, ...types.map((type) => ({ value: type, label: type }))]}
      />
      <SelectField
        name="attendance"
        label={t('Attendance')}
        hideLabel
        defaultValue={filters.attendance}
        options={[
          { value: '', label: t('All rides') },
          ...ATTENDANCE_FILTERS.map((value) => ({ value, label: t(attendanceLabel(value)) })),
        ]}
      />
      <div className="col-span-2 flex flex-wrap items-center gap-3 sm:col-span-1">
        <Button variant="secondary">{t('Filter')}</Button>
        {filtered ? (
          <Link to={paths.rideHistory({ rider })} className="link inline-flex min-h-11 items-center">
            {t('Clear')}
          </Link>
        ) : null}
      </div>
    </Form>
  )
}
