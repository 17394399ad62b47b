import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import type { ProfileRider } from '~/models/waivers/birth-date.server'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** Who rides in this account; a parent among them or not, as they say. */
export function RidersCard({ riders, maySayRides }: { riders: ProfileRider[]; maySayRides: boolean }) {
  const rides = riders.some(({ isSelf }) => isSelf)
  return (
    <Card title={t('Riders')}>
      <ul className="mb-3 grid gap-1">
        {riders.map(({ id, name, isSelf, birthDate, isSigned }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="wrap-anywhere">
              {name}
              {isSelf && riders.length > 1 ? <span className="text-muted"> {t('(you)')}</span> : null}
              {birthDate ? (
                <span className="block text-sm text-muted">{t('Born {day}', { day: formatDay(birthDate) })}</span>
              ) : null}
            </span>
            {isSigned ? null : (
              <Link to={paths.birthDate(id)} stay className="link inline-flex min-h-11 items-center">
                {birthDate ? t('Correct') : t('Add birth date')}
                <span className="sr-only">{` (${name})`}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {riders.some(({ isSigned }) => isSigned) ? (
        <p className="mb-3 text-sm text-muted">
          {t('Once a waiver is signed for a rider, the school corrects the birth date. Please ask.')}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.addOwnRider()} stay variant="secondary">
          {t('Add a Rider')}
        </ButtonLink>
        {maySayRides ? (
          <Form method="post" action={paths.profile()} stay>
            <Csrf />
            <input type="hidden" name="intent" value="rides-too" />
            <Button name="rides" value={rides ? 'no' : 'yes'} variant="secondary">
              {rides ? t('I Don’t Ride') : t('I Ride Too')}
            </Button>
          </Form>
        ) : null}
      </div>
    </Card>
  )
}
