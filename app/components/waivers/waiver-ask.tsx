import { ButtonLink } from '~/components/ui/button'
import { listNames } from '~/models/waivers/waiver'
import { paths } from '~/utils/paths'

interface Unsigned {
  id: string
  firstName: string
  isSelf: boolean
}

/** Asks a family to sign for its riders; nothing if all is signed. `blocks`: they cannot buy or book before. */
export function WaiverAsk({ riders, blocks, back }: { riders: Unsigned[]; blocks?: string; back?: string }) {
  const [first] = riders
  if (!first) return null
  const names = listNames(riders.map(({ firstName, isSelf }) => (isSelf ? 'yourself' : firstName)))
  return (
    <section
      aria-label="Waiver"
      className="card mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p>
        <strong>Please sign the waiver for {names}.</strong>{' '}
        <span className="text-muted">{blocks ?? 'It takes a minute.'}</span>
      </p>
      <ButtonLink to={paths.waivers({ redirectTo: back })} variant={blocks ? 'primary' : 'secondary'}>
        {riders.length === 1 && !first.isSelf ? `Sign for ${first.firstName}` : 'Sign'}
      </ButtonLink>
    </section>
  )
}
