import { t } from '#text'
import { Ask } from '~/components/screens/ask'
import { ButtonLink } from '~/components/ui/button'
import { listNames } from '~/models/waivers/waiver'
import { paths } from '~/utils/paths'

/**
 * Asks a parent for consent to store their children's data; renders nothing if they have answered. `names` are first
 * names.
 */
export function ConsentAsk({ names }: { names: string[] }) {
  if (!names.length) return null
  return (
    <Ask
      label={t('Your children’s data')}
      title={t('May the school keep {names}’s data for lessons?', { names: listNames(names) })}
      action={
        <ButtonLink to={paths.consent()} variant="secondary">
          {t('Read and Agree')}
        </ButtonLink>
      }
    />
  )
}
