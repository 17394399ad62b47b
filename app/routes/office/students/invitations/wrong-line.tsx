import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Links to what invited families said is wrong, if it has not been answered. Renders nothing if there is none. */
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
