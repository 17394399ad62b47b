import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'

/** The private address of one's rides for a calendar program, with a button that makes a new one. */
export function CalendarCard({ address }: { address: string | null }) {
  return (
    <div className="mt-4">
      <Card title="Your rides in your calendar">
        {address ? (
          <>
            <p className="mb-2">Subscribe to this address in your phone's calendar. Changes arrive by themselves.</p>
            <p className="mb-3">
              <a href={address.replace(/^https?:/, 'webcal:')} className="link inline-flex min-h-11 items-center">
                Add to my calendar
              </a>
            </p>
            <p className="mb-3 rounded bg-sunk p-2 text-sm break-all select-all">{address}</p>
          </>
        ) : (
          <p className="mb-3">A private address for your phone's calendar. Changes arrive by themselves.</p>
        )}
        <Form method="post" stay>
          <Csrf />
          <Button variant="secondary">{address ? 'Renew the address' : 'Make a calendar address'}</Button>
          {address ? (
            <p className="mt-2 text-sm text-muted">
              Whoever has the address sees your rides. After renewing, the old one shows nothing.
            </p>
          ) : null}
        </Form>
      </Card>
    </div>
  )
}
