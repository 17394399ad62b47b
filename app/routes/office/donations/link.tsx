import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { isCut, StudentSearch, searchIn } from '~/components/office/student-search'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { LESSON_SPONSORSHIP, PURPOSES } from '~/models/money/donations/donation'
import { donationLinkSchema } from '~/models/money/donations/donation.schema'
import { listRiders } from '~/models/people/families/student.server'
import { getEnv } from '~/platform/env.server'
import { donationUrl, NO_FORM } from '~/services/zeffy/zeffy.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { MadeLink } from './made-link'

export const meta: MetaFunction = () => [{ title: 'Create Donation Link' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const search = searchIn(new URL(request.url).searchParams)
  return { search, riders: await listRiders(search), missing: getEnv().zeffyFormUrl ? null : NO_FORM }
}

/** It leads nowhere: the dialog stays, with the link above what was typed. */
export const action = formAction({
  guard: requireAdmin,
  schema: donationLinkSchema,
  failed: 'Failed to generate donation link. Please try again.',
  async run({ value, form }) {
    const typed = ['amount', 'purpose', 'studentId'].map((name) => [name, form.get(name)])
    const lastResult = { initialValue: Object.fromEntries(typed) }
    return Response.json({ lastResult, url: await donationUrl(value) })
  },
})

export default function CreateDonationLink() {
  const { search, riders, missing } = useLoaderData<typeof loader>()
  const url = useActionData<{ url?: string }>()?.url
  const { field, ...answer } = useAnswer(donationLinkSchema)
  const closeTo = paths.donations()
  return (
    <Dialog title="Create Donation Link" closeTo={closeTo}>
      {url ? <MadeLink key={url} url={url} /> : null}
      {missing ? null : <StudentSearch isCut={isCut(riders)} search={search} />}
      {missing ? (
        <FormError errors={[missing]} />
      ) : (
        <PostForm answer={answer} stay>
          <Field
            label="Amount (optional)"
            inputMode="decimal"
            hint="In dollars, for example 25.00. Leave blank to let the donor choose."
            {...field('amount')}
          />
          <SelectField
            label="Purpose"
            options={PURPOSES.map((purpose) => ({ value: purpose, label: purpose }))}
            {...field('purpose')}
          />
          <SelectField
            label="Student (optional)"
            hint={`For ${LESSON_SPONSORSHIP.toLowerCase()} only: adds a credit to this student.`}
            options={[
              { value: '', label: 'No student' },
              ...riders.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...field('studentId')}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={closeTo} stay variant="secondary">
              Close
            </ButtonLink>
            <Button variant={url ? 'secondary' : 'primary'}>Create Link</Button>
          </div>
        </PostForm>
      )}
    </Dialog>
  )
}
