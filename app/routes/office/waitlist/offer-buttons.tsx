import { Button } from '~/components/ui/button'

/** Answers an offer for a family that calls. The form contains the entry and the offer. */
export function OfferButtons({ name, offerId }: { name: string; offerId: number }) {
  return (
    <>
      <input type="hidden" name="offer" value={offerId} />
      <Button name="intent" value="take" variant="secondary" aria-label={`Take the spot for ${name}`}>
        Take
      </Button>
      <Button name="intent" value="decline" variant="quiet" aria-label={`Decline the spot for ${name}`}>
        Decline
      </Button>
    </>
  )
}
