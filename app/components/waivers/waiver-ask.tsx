import { Ask } from '~/components/screens/ask'
import { ButtonLink } from '~/components/ui/button'
import { listNames } from '~/models/waivers/waiver'
import { paths } from '~/utils/paths'

interface Unsigned {
  id: string
  firstName: string
  isSelf: boolean
}

interface WaiverAskProps {
  riders: Unsigned[]
  /** Whether they can't buy or book before signing. */
  required?: boolean
  /** Where the family continues after signing. */
  back?: string
}

/** Asks a family to sign for its riders; renders nothing if everything is signed. */
export function WaiverAsk({ riders, required = false, back }: WaiverAskProps) {
  const [first] = riders
  if (!first) return null
  const names = listNames(riders.map(({ firstName, isSelf }) => (isSelf ? 'yourself' : firstName)))
  const whom = riders.length === 1 && first.isSelf ? '' : ` for ${names}`
  return (
    <Ask
      label="Waiver"
      title={`Please sign the waiver for ${names}.`}
      action={
        <ButtonLink to={paths.waivers({ redirectTo: back })} variant={required ? 'primary' : 'secondary'}>
          {riders.length === 1 && !first.isSelf ? `Sign for ${first.firstName}` : 'Sign'}
        </ButtonLink>
      }
    >
      {required ? `You can buy and book${whom} once it’s signed.` : null}
    </Ask>
  )
}
