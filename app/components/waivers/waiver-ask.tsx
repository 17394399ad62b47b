import { t } from '#text'
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
  const names = listNames(riders.map(({ firstName, isSelf }) => (isSelf ? t('yourself') : firstName)))
  return (
    <Ask
      label={t('Waiver')}
      title={t('Please sign the waiver for {names}.', { names })}
      action={
        <ButtonLink to={paths.waivers({ redirectTo: back })} variant={required ? 'primary' : 'secondary'}>
          {riders.length === 1 && !first.isSelf ? t('Sign for {name}', { name: first.firstName }) : t('Sign')}
        </ButtonLink>
      }
    >
      {required
        ? riders.length === 1 && first.isSelf
          ? t('You can buy and book once it’s signed.')
          : t('You can buy and book for {names} once it’s signed.', { names })
        : null}
    </Ask>
  )
}
