import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { closedYear } from '~/models/schedule/closing/closed-year.server'
import { OFFER_HOURS } from '~/models/schedule/offers/deadline'
import { forgetShownSchool } from '~/models/school/current-school.server'
import { GREEN, SCHOOL_COLORS } from '~/models/school/face/school-color'
import { schoolSchema } from '~/models/school/school.schema'
import { findSchool, SCHOOL, saveSchool } from '~/models/school/school.server'
import { listSettingChanges, settingVersion } from '~/models/school/settings-changes.server'
import { LEAST } from '~/models/vocabulary/password-hint'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { withKept } from '~/platform/version'
import { nameOfZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from '../changes'
import { ClosedDays } from './closed-days'
import { SchoolLogo } from './school-logo'

export const meta: MetaFunction = () => [{ title: 'School' }]

const COLORS = [
  { value: '', label: GREEN.label },
  ...Object.entries(SCHOOL_COLORS).map(([value, { label }]) => ({ value, label })),
]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [found, changes, closed] = await Promise.all([findSchool(), listSettingChanges(SCHOOL), closedYear(today())])
  const { name, phone, email, address, color, logo, offerHours, passwordLeast, payWords, payAtSchool } = found
  const school = { name, phone, email, address, color, offerHours, passwordLeast, payWords, payAtSchool }
  return {
    school,
    logo,
    timezone: nameOfZone(getEnv().schoolTimezone),
    closed,
    changes,
    version: await settingVersion(SCHOOL, school),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: schoolSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { saved, kept } = await saveSchool(viewer.id, value, version)
    forgetShownSchool()
    return { to: paths.schoolSettings(), title: 'School Saved', description: withKept(saved.name, kept) }
  },
})

export default function SchoolSettings() {
  const { school, logo, timezone, closed, changes, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(schoolSchema, {
    defaultValue: {
      ...school,
      color: school.color ?? '',
      offerHours: school.offerHours === null ? '' : String(school.offerHours),
      passwordLeast: school.passwordLeast === null ? '' : String(school.passwordLeast),
      payAtSchool: school.payAtSchool ? 'on' : '',
    },
    version,
  })
  return (
    <>
      <Card title="School">
        <PostForm answer={answer} className="grid max-w-xl gap-4">
          <Field label="Name" autoComplete="off" {...field('name')} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Phone (optional)" type="tel" autoComplete="off" {...field('phone')} />
            <Field label="Email (optional)" type="email" autoComplete="off" {...field('email')} />
          </div>
          <TextAreaField label="Address (optional)" rows={3} {...field('address')} />
          <p className="text-sm text-muted">
            Families see these at the bottom of their screens, on receipts, and in emails. Replies go to the email
            above.
          </p>
          <div className="max-w-64">
            <SelectField
              label="Color"
              hint="Of the header, buttons, and emails."
              options={COLORS}
              {...field('color')}
            />
          </div>
          <div className="max-w-64">
            <Field
              label="Hours to accept a waitlist offer"
              hint={`Leave blank for ${OFFER_HOURS}. Offers close 2 hours before the lesson.`}
              type="number"
              inputMode="numeric"
              {...field('offerHours')}
            />
          </div>
          <div className="max-w-64">
            <Field
              label="Shortest password for families"
              hint={`Characters, ${LEAST} if blank. Whoever has a shorter one can still sign in, and is asked to change it.`}
              type="number"
              inputMode="numeric"
              {...field('passwordLeast')}
            />
          </div>
          <Field
            label="How families pay at the school (optional)"
            hint="For example: Cash, check, or Venmo @oakhill."
            autoComplete="off"
            {...field('payWords')}
          />
          <Checkbox
            label="Families may pay at the school instead of by card"
            hint="They ask for it in the shop, and get it once you record their payment. Without card payments they always do."
            {...field('payAtSchool')}
          />
          <Button className="justify-self-start">Save School</Button>
        </PostForm>
      </Card>
      <Card title="Logo">
        {logo ? <SchoolLogo name={logo} /> : <p className="mb-2 text-muted">None: the header shows a stirrup.</p>}
        <Link to={paths.schoolLogo()} className="link inline-flex min-h-11 items-center">
          {logo ? 'Change or remove the logo' : 'Add your logo'}
        </Link>
      </Card>
      <Card title="Time zone">
        <p className="mb-2 font-semibold">{timezone}</p>
        <Link to={paths.timeZone()} className="link inline-flex min-h-11 items-center">
          Change the time zone
        </Link>
      </Card>
      <ClosedDays {...closed} />
      <Changes changes={changes} />
    </>
  )
}
