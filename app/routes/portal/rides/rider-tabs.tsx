import { t } from '#text'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Tabs } from '~/components/ui/tabs'
import type { FamilyRider } from '~/models/people/families/family.server'
import { paths } from '~/utils/paths'

/** More than these are chosen from a list. */
const MAX_TABS = 6

export const riderOptions = (family: readonly FamilyRider[]) => [
  { value: '', label: t('All riders') },
  ...family.map(({ id, name }) => ({ value: id, label: name })),
]

/** The rides of all riders of a family, or of one. */
export function RiderTabs({
  family,
  asked,
  tab,
}: {
  family: FamilyRider[]
  asked: string | undefined
  /** Of the portal; else of the screen of all scheduled rides. */
  tab?: 'scheduled' | 'history'
}) {
  if (family.length > MAX_TABS) {
    return (
      <Form method="get" className="mb-4 flex max-w-md items-center gap-2">
        {tab ? <input type="hidden" name="tab" value={tab} /> : null}
        <div className="min-w-0 flex-1">
          <SelectField
            name="rider"
            label={t('Rider')}
            hideLabel
            defaultValue={asked ?? ''}
            options={riderOptions(family)}
          />
        </div>
        <Button variant="secondary">{t('Show')}</Button>
      </Form>
    )
  }
  const to = (rider?: string) => (tab ? paths.portal({ tab, rider }) : paths.scheduledRides({ rider }))
  const tabs = [
    { id: '', name: t('All riders'), to: to() },
    ...family.map(({ id, name }) => ({ id, name, to: to(id) })),
  ]
  return (
    <div className="mb-4">
      <Tabs label={t('Riders')} tabs={tabs} current={asked ?? ''} />
    </div>
  )
}
