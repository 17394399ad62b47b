import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { makeupRulesSchema } from '~/models/schedule/vocabulary/makeup-rules.schema'
import { findMakeupRules, MAKEUP_RULES, saveMakeupRules } from '~/models/schedule/vocabulary/makeup-rules.server'
import { listSettingChanges, settingVersion } from '~/models/school/settings-changes.server'
import { MAKEUP_HOLDS, MAKEUP_HOLDS_LABELS } from '~/models/vocabulary/makeup'
import { withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'Makeups' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [rules, changes] = await Promise.all([findMakeupRules(), listSettingChanges(MAKEUP_RULES)])
  return { rules, changes, version: await settingVersion(MAKEUP_RULES, { ...rules }) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: makeupRulesSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { kept } = await saveMakeupRules(viewer.id, value, version)
    const description = withKept('Existing makeups keep their last day.', kept)
    return { to: paths.makeupSettings(), title: 'Makeups Saved', description }
  },
})

export default function MakeupSettings() {
  const { rules, changes, version } = useLoaderData<typeof loader>()
  const defaultValue = {
    ...rules,
    absenceCutoffHours: String(rules.absenceCutoffHours),
    instructorMarkDays: String(rules.instructorMarkDays),
  }
  const { field, ...answer } = useAnswer(makeupRulesSchema, { defaultValue, version })
  return (
    <>
      <Card title="Makeups">
        <PostForm answer={answer} className="grid max-w-xl gap-4">
          <Field
            label="Cancellation cutoff (hours)"
            hint="Families who cancel earlier get a makeup if their package includes one. 0 means any time before the ride."
            inputMode="numeric"
            autoComplete="off"
            className="w-24"
            {...field('absenceCutoffHours')}
          />
          <SelectField
            label="Makeups are good"
            options={MAKEUP_HOLDS.map((holds) => ({ value: holds, label: MAKEUP_HOLDS_LABELS[holds] }))}
            {...field('makeupHolds')}
          />
          <Field
            label="Days that instructors have to mark a ride"
            hint="After the lesson’s day. 0 means that day only. Later marks, and absences with a makeup, are for the office."
            inputMode="numeric"
            autoComplete="off"
            className="w-24"
            {...field('instructorMarkDays')}
          />
          <Button className="justify-self-start">Save Makeups</Button>
        </PostForm>
      </Card>
      <Changes changes={changes} />
    </>
  )
}
