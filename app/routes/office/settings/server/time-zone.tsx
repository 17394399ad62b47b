import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { useNonce } from '~/components/nonce'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { zoneSchema } from '~/models/school/server-settings.schema'
import { findServerPart, saveServerPart } from '~/models/school/server-settings.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { zonesByRegion } from '~/models/school/zones'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { nameOfZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from '../changes'
import { SetElsewhere } from './set-elsewhere'
// With scripts, the device's time zone is proposed.
import offerZone from './zone.inline.js?raw'

export const meta: MetaFunction = () => [{ title: 'Time Zone' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ by, version }, changes] = await Promise.all([
    findServerPart('zone'),
    listSettingChanges({ entity: 'school', entityId: 'zone' }),
  ])
  const zone = getEnv().schoolTimezone
  return { zone, name: nameOfZone(zone), regions: zonesByRegion(zone), by, version, changes }
}

export const action = formAction({
  guard: requireAdmin,
  schema: zoneSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value: { timezone }, version }) {
    const known = zonesByRegion(getEnv().schoolTimezone).some(({ options }) =>
      options.some((one) => one.value === timezone),
    )
    if (!known) throw new Refused('invalid', 'Please choose a time zone', 'timezone')
    await saveServerPart(viewer.id, 'zone', [{ name: 'SCHOOL_TIMEZONE', value: timezone }], { version })
    return { to: paths.schoolSettings(), title: 'Time Zone Saved', description: nameOfZone(timezone) }
  },
})

export default function TimeZone() {
  const { zone, name, regions, by, version, changes } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(zoneSchema, { defaultValue: { timezone: zone }, version })
  const nonce = useNonce()
  return (
    <>
      <Card title="Time zone">
        {by === 'server' ? (
          <SetElsewhere by={by} names="SCHOOL_TIMEZONE">
            {name}
          </SetElsewhere>
        ) : (
          <PostForm answer={answer} className="grid max-w-xl gap-4">
            <SelectField label="Time zone" groups={regions} options={[]} {...field('timezone')} />
            <p hidden data-zone="">
              <button type="button" className="btn btn-secondary" />
            </p>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours */}
            <script nonce={nonce} dangerouslySetInnerHTML={{ __html: offerZone }} />
            <p className="text-muted">
              Lessons stay at the same time of day. Reminders, the day a payment counts for, and calendars follow the
              new zone at once.
            </p>
            <Button className="justify-self-start">Save Time Zone</Button>
          </PostForm>
        )}
      </Card>
      <Changes changes={changes} />
    </>
  )
}
