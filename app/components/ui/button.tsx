import type { ButtonHTMLAttributes } from 'react'
import { classes } from '~/components/classes'
import { Link, type LinkProps } from '~/components/ui/link'

interface Look {
  /** `primary` is for the screen's main action. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
  /** `small` is for rows of an office table; on a touch screen it stays 44 px high. */
  size?: 'normal' | 'small'
}

const look = ({ variant = 'primary', size }: Look, className?: string) =>
  classes('btn', `btn-${variant}`, size === 'small' && 'btn-small', className)

/** A button whose text says what happens. It submits its form unless `type` says otherwise. */
export function Button({
  variant,
  size,
  className,
  type = 'submit',
  busy,
  ...rest
}: Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { /** What it says while its form is on the way. */ busy?: string }) {
  return <button type={type} className={look({ variant, size }, className)} data-busy={busy} {...rest} />
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: Look & LinkProps) {
  return <Link className={look({ variant, size }, className)} {...rest} />
}
