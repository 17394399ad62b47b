import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { TextAreaField } from '~/components/form/text-area-field'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { schoolSchema } from '~/models/school/school.schema'
import { findSchool, saveSchool } from '~/models/school/school.server'
import { listSettingChanges, type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerSettings } from '~/web/settings-form.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'School' }]

const DATA: Setting = { entity: 'school', entityId: 'data' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ name, phone, email, address }, version, changes] = await Promise.all([
    findSchool(),
    settingVersion(DATA),
    listSettingChanges(DATA),
  ])
  return { school: { name, phone, email, address }, timezone: getEnv().schoolTimezone, version, changes }
}

export async function action({ request }: ActionFunctionArgs) {
  const { id } = await requireAdmin(request)
  return answerSettings(
    request,
    schoolSchema,
    DATA,
    async (school, version) => {
      await saveSchool(id, version, school)
      return school.name
    },
    { title: 'School Saved', to: paths.schoolSettings() },
  )
}

export default function SchoolSettings() {
  const { school, timezone, version, changes } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { formErrors, fieldOf } = formState(refused?.lastResult, ['name', 'phone', 'email', 'address'])
  const field = (name: keyof typeof school) => {
    const state = fieldOf(name)
    return { ...state, defaultValue: refused ? (state.defaultValue ?? '') : (school[name] ?? '') }
  }
  return (
    <>
      <Card title="School">
        <Form key={refused?.version ?? version} method="post" noValidate className="grid max-w-xl gap-4">
          <Csrf />
          <input type="hidden" name="version" value={refused?.version ?? version} />
          <FormError title="Not saved" errors={formErrors} />
          <Field label="Name" required maxLength={100} autoComplete="off" {...field('name')} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Phone (optional)" type="tel" maxLength={40} autoComplete="off" {...field('phone')} />
            <Field label="Email (optional)" type="email" autoComplete="off" {...field('email')} />
          </div>
          <TextAreaField label="Address (optional)" rows={3} maxLength={300} {...field('address')} />
          <p className="text-sm text-muted">
            Families see these at the foot of their screens, on receipts and in e-mails. Answers to e-mails go to the
            address above.
          </p>
          <Button className="justify-self-start">Save School</Button>
        </Form>
      </Card>
      <Card title="Time zone">
        <p className="font-semibold">{timezone}</p>
        <p className="max-w-prose text-muted">
          Lessons, renewals and the days of past payments are counted in it. It is set where Stirrup is started
          (SCHOOL_TIMEZONE), because changing it under a running school would move them.
        </p>
      </Card>
      <Changes changes={changes} />
    </>
  )
}
