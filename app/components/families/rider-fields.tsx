import { t } from '#text'
import { Field } from '~/components/form/field'
import type { FieldMeta } from '~/components/form/field-frame'
import type { NewRider } from '~/models/people/accounts/family.schema'

/** The fields about a rider. `field` returns the form's field of that name. */
export function RiderFields({ field }: { field: (name: keyof NewRider) => { meta: FieldMeta; autoFocus: boolean } }) {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label={t('First name')} autoComplete="off" {...field('firstName')} />
        <Field label={t('Last name')} autoComplete="off" {...field('lastName')} />
      </div>
      <Field label={t('Birth date (optional)')} type="date" {...field('birthDate')} />
    </>
  )
}
