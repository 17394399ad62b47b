import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'
import type { StartNote } from './start-steps.server'

/** The progress of a new school's setup and its next step, above the week and the pages of the settings. */
export const StartStrip = ({ done, of, next }: StartNote) => (
  <p className="no-print mb-3 rounded bg-sunk px-3 py-1">
    <Link to={paths.getStarted()} className="link inline-flex min-h-11 items-center">
      Get started
    </Link>
    : {done} of {of} done. Next:{' '}
    <Link to={next.to} className="link inline-flex min-h-11 items-center">
      {next.name}
    </Link>
  </p>
)
