import { Button, ButtonLink } from '~/components/ui/button'

/** The end of a dialog's form: Cancel, and the button that sends it, which says so while it does. */
export function FormActions({
  closeTo,
  label,
  busyLabel,
  busy,
  ready = true,
  danger,
  cancel = 'Cancel',
}: {
  closeTo: string
  label: string
  busyLabel: string
  busy?: boolean
  /** The button waits until it is. */
  ready?: boolean
  /** It removes or takes back something. */
  danger?: boolean
  cancel?: string
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <ButtonLink to={closeTo} preventScrollReset variant="secondary">
        {cancel}
      </ButtonLink>
      <Button variant={danger ? 'danger' : 'primary'} disabled={busy || !ready}>
        {busy ? busyLabel : label}
      </Button>
    </div>
  )
}
