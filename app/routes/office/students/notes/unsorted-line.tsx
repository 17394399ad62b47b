import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Notes that no sheet shows, because nobody has said who reads them. Nothing without any. */
export function UnsortedLine({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="no-print mb-3 rounded bg-warn-soft p-3">
      {count === 1 ? 'One note is not sorted yet' : `${count} notes are not sorted yet`}, so the barn can’t read{' '}
      {count === 1 ? 'it' : 'them'}.{' '}
      <Link to={paths.unsortedNotes()} className="link with-signal font-semibold">
        Sort notes
      </Link>
    </p>
  )
}
