import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Links to notes that are on no sheet, because nobody has set who reads them. Renders nothing if there are none. */
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
