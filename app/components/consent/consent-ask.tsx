import { ButtonLink } from '~/components/ui/button'
import { listNames } from '~/models/waivers/waiver'
import { paths } from '~/utils/paths'

/** Asks a parent to agree that the school keeps their children's data; nothing if that was answered. `names` are first names. */
export function ConsentAsk({ names }: { names: string[] }) {
  if (!names.length) return null
  return (
    <section
      aria-label="Your children’s data"
      className="card mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p>
        <strong>May the school keep {listNames(names)}’s data for lessons?</strong>{' '}
        <span className="text-muted">One tick by a parent or legal guardian.</span>
      </p>
      <ButtonLink to={paths.consent()} variant="secondary">
        Read and Agree
      </ButtonLink>
    </section>
  )
}
