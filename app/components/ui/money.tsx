import { type Cents, formatCents } from '~/utils/money'

/** An amount in cents as `$318.27`, in tabular figures. */
export function Money({ cents }: { cents: Cents }) {
  return <span className="num whitespace-nowrap">{formatCents(cents)}</span>
}
