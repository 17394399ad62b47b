import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'

/** The private link of a family's rides for a calendar program, with a button that makes a new one. */
export function CalendarCard({ address, isFamily }: { address: string | null; isFamily: boolean }) {
  return (
    <aside id="calendar" className="no-print scroll-mt-4">
      <Card title={t('Your calendar')}>
        <CalendarLink address={address} whose={isFamily ? 'family' : 'own'} />
      </Card>
    </aside>
  )
}

const ADD = {
  own: () => t("Add your rides to your phone's calendar. It updates automatically."),
  family: () => t("Add the rides of your family to your phone's calendar. It updates automatically."),
  // Instructors read English.
  taught: () => "Add your lessons and who rides in them to your phone's calendar. It updates automatically.",
}
const WHO_SEES = {
  own: () => t('Anyone with this link can see your rides. Resetting it turns off the old link.'),
  family: () => t('Anyone with this link can see the rides of your family. Resetting it turns off the old link.'),
  taught: () =>
    'Anyone with this link can see your lessons and who rides in them. Resetting it turns off the old link.',
}

/** `whose`: the rides of an account or of a family, or an instructor's lessons. */
export function CalendarLink({ address, whose }: { address: string | null; whose: keyof typeof ADD }) {
  return (
    <>
      {address ? (
        <>
          <p className="mb-3">{t("Subscribe to this link in your phone's calendar. It updates automatically.")}</p>
          <p className="mb-3">
            <a href={address.replace(/^https?:/, 'webcal:')} className="btn btn-primary w-full">
              {t('Add to my calendar')}
            </a>
          </p>
          <p className="mb-3 rounded bg-sunk p-2 text-sm break-all select-all">{address}</p>
        </>
      ) : (
        <p className="mb-3">{ADD[whose]()}</p>
      )}
      <Form method="post" stay>
        <Csrf />
        <Button variant="secondary">{address ? t('Reset link') : t('Get calendar link')}</Button>
        {address ? <p className="mt-2 text-sm text-muted">{WHO_SEES[whose]()}</p> : null}
      </Form>
    </>
  )
}
