import type { ShopRider } from '~/models/vocabulary/catalog'

/** Chooses the rider for the choice below, in a family of several. Without scripts a button shows the form for the next one. */
export function ForRiders({
  riders,
  chosen,
  has,
  what,
  screen,
  onChoose,
}: {
  riders: ShopRider[]
  chosen: string | undefined
  /** Whether something is chosen for a rider. */
  has: (rider: ShopRider) => boolean
  /** What is chosen, if no heading says so. */
  what?: string
  screen: string
  /** Set once scripts run. */
  onChoose?: (id: string) => void
}) {
  return (
    <fieldset className="for-riders">
      <legend className="sr-only">For</legend>
      <span aria-hidden>{what ? `${what} for` : 'For'}</span>
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
