import type { ShopRider } from '~/models/catalog/catalog'

/** Whom the choice below is for, in a family of several riders. Without scripts a button shows the form for the next one. */
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
  /** What is chosen, where no heading says so. */
  what?: string
  screen: string
  /** Given once scripts run. */
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
