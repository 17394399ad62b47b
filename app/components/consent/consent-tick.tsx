import { t } from '#text'
import { Checkbox } from '~/components/form/checkbox'
import type { FieldMeta } from '~/components/form/field-frame'
import { CONSENT } from '~/models/people/accounts/consent'

interface ConsentTickProps {
  meta: FieldMeta
  hint?: string
  required?: boolean
  autoFocus?: boolean
}

/** The checkbox that a parent checks. */
export function ConsentTick({ meta, ...rest }: ConsentTickProps) {
  const errorId = meta.errors?.length ? `${meta.id}-error` : undefined
  return (
    <div>
      <Checkbox
        label={t(CONSENT.text)}
        meta={meta}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        {...rest}
      />
      {errorId ? (
        <p id={errorId} className="text-sm font-semibold text-bad">
          {meta.errors?.map((error) => t(error)).join(' ')}
        </p>
      ) : null}
    </div>
  )
}
