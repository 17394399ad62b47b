import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Links at the end of a row's menu on the screens of payments. */
export function PayerLinks({ id, year }: { id: string; year: number }) {
  return (
    <>
      <Link to={paths.payments({ student: id, year })} className="menu-item">
        Payments
      </Link>
      <Link to={paths.statement({ student: id, year })} className="menu-item">
        Yearly statement
      </Link>
      <Link to={paths.student(id)} className="menu-item">
        View Details
      </Link>
    </>
  )
}
