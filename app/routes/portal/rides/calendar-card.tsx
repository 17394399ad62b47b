import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'

/** The private link of a family's rides for a calendar program, with a button that makes a new one. */
export function CalendarCard({ address, isFamily }: { address: string | null; isFamily: boolean }) {
  return (
    <aside id="calendar" className="no-print scroll-mt-4">
      <Card title="Your calendar">
        <CalendarLink address={address} what={isFamily ? 'the rides of your family' : 'your rides'} />
      </Card>
    </aside>
  )
}

/** `what`: `your rides`, as someone else would see them by the link. */
export function CalendarLink({ address, what }: { address: string | null; what: string }) {
  return (
    <>
      {address ? (
        <>
          <p className="mb-3">Subscribe to this link in your phone's calendar. It updates automatically.</p>
          <p className="mb-3">
            <a href={address.replace(/^https?:/, 'webcal:')} className="btn btn-primary w-full">
              Add to my calendar
            </a>
          </p>
          <p className="mb-3 rounded bg-sunk p-2 text-sm break-all select-all">{address}</p>
        </>
      ) : (
        <p className="mb-3">Add {what} to your phone's calendar. It updates automatically.</p>
      )}
      <Form method="post" stay>
        <Csrf />
        <Button variant="secondary">{address ? 'Reset link' : 'Get calendar link'}</Button>
        {address ? (
          <p className="mt-2 text-sm text-muted">
            Anyone with this link can see {what}. Resetting it turns off the old link.
          </p>
        ) : null}
      </Form>
    </>
  )
}
