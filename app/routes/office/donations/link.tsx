import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { SelectField } from '~/components/form/select-field'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { LESSON_SPONSORSHIP, PURPOSES } from '~/models/donations/donation'
import { donationLinkSchema } from '~/models/donations/donation.schema'
import { listRiders } from '~/models/students/student.server'
import { getEnv } from '~/platform/env.server'
import { donationUrl, NO_FORM } from '~/services/zeffy/zeffy.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf, replyOf } from '~/web/refusal.server'
import { MadeLink } from './made-link'

export const meta: MetaFunction = () => [{ title: 'Create Donation Link' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { riders: await listRiders(), missing: getEnv().zeffyFormUrl ? null : NO_FORM }
}

export async function action({ request }: ActionFunctionArgs) {
  await requireAdmin(request)
  const submission = parseWithZod(await csrfForm(request), { schema: donationLinkSchema })
  if (submission.status !== 'success') return data({ result: submission.reply(), url: null }, { status: 400 })
  try {
    return data({ result: submission.reply(), url: await donationUrl(submission.value) })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ result: submission.reply(replyOf(refused)), url: null }, { status: refused.status })
  }
}

export default function CreateDonationLink() {
  const { riders, missing } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { formErrors, fieldOf } = formState(answer?.result, ['amount', 'purpose', 'studentId'])
  const closeTo = paths.donations()
  return (
    <Dialog title="Create Donation Link" closeTo={closeTo}>
      {answer?.url ? <MadeLink key={answer.url} url={answer.url} /> : null}
      {missing ? (
        <FormError errors={[missing]} />
      ) : (
        <Form method="post" noValidate preventScrollReset className="grid gap-4">
          <Csrf />
          <FormError title="Failed to generate donation link. Please try again." errors={formErrors} />
          <Field
            label="Amount (optional)"
            inputMode="decimal"
            hint="In dollars, such as 25.00. Without it the donor chooses."
            {...fieldOf('amount')}
          />
          <SelectField
            label="Purpose"
            options={PURPOSES.map((purpose) => ({ value: purpose, label: purpose }))}
            {...fieldOf('purpose')}
          />
          <SelectField
            label="Student (optional)"
            hint={`Only for ${LESSON_SPONSORSHIP.toLowerCase()}: the donation becomes a credit of this student.`}
            options={[
              { value: '', label: 'No student' },
              ...riders.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...fieldOf('studentId')}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={closeTo} preventScrollReset variant="secondary">
              Close
            </ButtonLink>
            <Button variant={answer?.url ? 'secondary' : 'primary'}>Create Link</Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}
