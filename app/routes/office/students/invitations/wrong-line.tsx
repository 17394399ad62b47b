import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** What invited families say is wrong, and nobody has answered. Nothing without any. */
export function WrongLine({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="no-print mb-3 rounded bg-warn-soft p-3">
      {count === 1 ? 'One family says that something is wrong.' : `${count} families say that something is wrong.`}{' '}
      <Link to={paths.invitations({ show: 'wrong' })} className="link with-signal font-semibold">
        Read and answer
      </Link>
    </p>
  )
}
