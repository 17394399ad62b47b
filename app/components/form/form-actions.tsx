import { t } from '#text'
import { Button, ButtonLink } from '~/components/ui/button'

/** The end of a dialog's form: Cancel, and the submit button, whose text changes while the form is sent. */
export function FormActions({
  closeTo,
  label,
  busy,
  danger,
  cancel = t('Cancel'),
}: {
  closeTo: string
  label: string
  /** The button's text while the form is sent; unchanged without it. */
  busy?: string
  /** Whether it removes or undoes something. */
  danger?: boolean
  cancel?: string
}) {
  return (
    <div className="actions actions-end">
      <Button variant={danger ? 'danger' : 'primary'} busy={busy}>
        {label}
      </Button>
      <ButtonLink to={closeTo} stay variant="secondary">
        {cancel}
      </ButtonLink>
    </div>
  )
}
