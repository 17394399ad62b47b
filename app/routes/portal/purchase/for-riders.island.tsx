import { t } from '#text'
import type { ShopRider } from '~/models/vocabulary/catalog'

/** Chooses the rider for the choice below, in a family of several. Without scripts a button shows the form for the next one. */
export function ForRiders({
  riders,
  chosen,
  has,
  hasHeading,
  screen,
  onChoose,
}: {
  riders: ShopRider[]
  chosen: string | undefined
  /** Whether something is chosen for a rider. */
  has: (rider: ShopRider) => boolean
  /** Whether a heading says what is chosen. */
  hasHeading: boolean
  screen: string
  /** Set once scripts run. */
  onChoose?: (id: string) => void
}) {
  return (
    <fieldset className="for-riders">
      <legend className="sr-only">{t('For')}</legend>
      <span aria-hidden>{hasHeading ? t('For') : t('Packages for')}</span>
      {riders.map((rider) => (
        <button
          key={rider.id}
          type="submit"
          formMethod="get"
          formAction={screen}
          name="for"
          value={rider.id}
          aria-pressed={rider.id === chosen}
          onClick={(event) => {
            if (!onChoose) return
            event.preventDefault()
            onChoose(rider.id)
          }}
        >
          {rider.name}
          {has(rider) ? ' ✓' : ''}
        </button>
      ))}
    </fieldset>
  )
}
