import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Where the office goes from a row of Payments: the end of the row's menu. */
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
