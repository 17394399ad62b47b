import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { RadioCards } from '~/components/form/radio-cards'
import type { AnswerField } from '~/components/form/use-answer'
import { HorseName } from '~/components/rides/horse-name'
import { Button } from '~/components/ui/button'
import { sayFit } from '~/models/schedule/match/match'
import type { addWishSchema } from '~/models/schedule/match/wish.schema'

interface ShownWish {
  id: number
  riderId: string
  horseId: number
  horse: string
  rider: string
  good: boolean
  reason: string | null
  by: string
  at: string
}

/** What was said about a rider and horses, or about a horse and riders. With `action` each can be removed. */
export function WishList({
  wishes,
  nameOf,
  action,
}: {
  wishes: ShownWish[]
  nameOf: (wish: ShownWish) => string
  action?: string
}) {
  return (
    <ul className="grid">
      {wishes.map((wish) => {
        const said = `${sayFit(wish)} ${nameOf(wish)}`
        return (
          <li key={wish.id} className="flex items-center gap-3 border-b border-line py-2">
            <span className="me-auto min-w-0 [overflow-wrap:anywhere]">
              <strong className="concern" data-kind={wish.good ? 'good' : 'beyond'}>
                <span aria-hidden="true">{wish.good ? '✓' : '▲'}</span> {sayFit(wish)}{' '}
                {nameOf(wish) === wish.horse ? <HorseName name={wish.horse} /> : nameOf(wish)}
              </strong>
              {wish.reason ? <span className="block">{wish.reason}</span> : null}
              <span className="block text-sm text-muted">
                {wish.by}, {wish.at}
              </span>
            </span>
            {action ? (
              <Form method="post" action={action} stay>
                <Csrf />
                <input type="hidden" name="riderId" value={wish.riderId} />
                <input type="hidden" name="horseId" value={wish.horseId} />
                <Button name="intent" value="remove" variant="quiet" size="small" aria-label={`Remove: ${said}`}>
                  Remove
                </Button>
              </Form>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Which of the two it is, and why. */
export function WishFields({ field }: { field: AnswerField<typeof addWishSchema> }) {
  return (
    <>
      <RadioCards
        legend="How the two go together"
        meta={field('fit').meta}
        columns={2}
        choices={[
          { value: 'good', label: 'Good with', description: 'Suggested first, before horses that the rider knows.' },
          { value: 'not', label: 'Not with', description: 'Never proposed, and red where a horse is chosen.' },
        ]}
      />
      <Field label="Reason (optional)" autoComplete="off" hint="Only the office sees it." {...field('reason')} />
    </>
  )
}
