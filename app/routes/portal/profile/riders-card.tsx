import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { OwnFamily } from '~/models/people/families/family.server'
import { paths } from '~/utils/paths'

/** Who rides in this account; a parent among them or not, as they say. */
export function RidersCard({ riders, maySayRides }: Pick<OwnFamily, 'riders' | 'maySayRides'>) {
  const rides = riders.some(({ isSelf }) => isSelf)
  return (
    <Card title={t('Riders')}>
      <ul className="mb-3 grid gap-1">
        {riders.map(({ id, name, isSelf }) => (
          <li key={id} className="wrap-anywhere">
            {name}
            {isSelf && riders.length > 1 ? <span className="text-muted"> {t('(you)')}</span> : null}
          </li>
        ))}
      </ul>
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
