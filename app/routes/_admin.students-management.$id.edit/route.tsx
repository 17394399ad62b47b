import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { formState } from '~/components/sign-in/form-state'
import { CONTACT_FIELDS, ContactFields } from '~/components/students/contact-fields'
import { Button, ButtonLink } from '~/components/ui/button'
import { Csrf } from '~/components/ui/csrf'
import { Dialog } from '~/components/ui/dialog'
import { Field } from '~/components/ui/field'
import { FormError } from '~/components/ui/form-error'
import { SelectField } from '~/components/ui/select-field'
import { wholeCatalog } from '~/models/catalog-edit.server'
import { grantedPackage } from '~/models/office-grant.server'
import { editStudentSchema, USAGE_FIELDS } from '~/models/student.schema'
import { editStudent } from '~/models/student-edit.server'
import { findStudentRow } from '~/models/student-list.server'
import { readStudentView, viewQuery } from '~/models/student-query'
import { COUNTER_OF, counterIn } from '~/models/usage'
import { displayName } from '~/models/user'
import { requireAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'
import { csrfForm } from '~/services/csrf.server'
import { prisma } from '~/services/db.server'
import { refusalOf, replyOf } from '~/services/refusal.server'
import { redirectWithToast } from '~/services/toast.server'
import { paths } from '~/utils/paths'

export const meta: MetaFunction = () => [{ title: 'Edit Student' }]

const LABELS: Record<(typeof USAGE_FIELDS)[number], string> = {
  lessonsUsed: 'Group lessons used',
  privateLessonsUsed: 'Private lessons used',
  hacksUsed: 'Hacks used',
  horseUseUsed: 'Horse use used',
  makeupsUsed: 'Makeups used',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const id = params.id ?? ''
  const [student, packageId, { packages }] = await Promise.all([
    findStudentRow(id, view.month),
    grantedPackage(prisma, id, view.month),
    wholeCatalog(),
  ])
  if (!student) throw new Response('There is no such student.', { status: 404, statusText: 'Not Found' })
  const counters = USAGE_FIELDS.map((field) => ({ field, ...counterIn(student.allowance, COUNTER_OF[field]) }))
  // A package that was given stays in the list when it is no longer for sale: saving the rest must not take it back.
  const choices = packages.filter(({ id, active }) => active || id === packageId).map(({ id, name }) => ({ id, name }))
  return { view, student, counters, packageId, packages: choices }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const submission = parseWithZod(await csrfForm(request), { schema: editStudentSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { firstName, lastName, email, phone, parentName, packageId, shown, reason, ...used } = submission.value
  const usage = USAGE_FIELDS.map((field, i) => ({ counter: COUNTER_OF[field], used: used[field], shown: shown[i] }))
  const contact = { firstName, lastName, email, phone, parentName }
  try {
    await editStudent(viewer.id, params.id ?? '', { month: view.month, contact, packageId, usage, reason })
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply(replyOf(refused)), { status: refused.status })
  }
  return redirectWithToast(paths.studentsManagement(viewQuery(view)), {
    type: 'success',
    title: 'Student Updated',
    description: `${firstName} ${lastName}`,
  })
}

export default function EditStudent() {
  const { view, student, counters, packageId, packages } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  const { formErrors, fieldOf } = formState(lastResult, [...CONTACT_FIELDS, 'packageId', ...USAGE_FIELDS, 'reason'])
  const closeTo = paths.studentsManagement(viewQuery(view))
  const field = (name: string, known: string) => {
    const state = fieldOf(name)
    return { ...state, defaultValue: lastResult ? state.defaultValue : known }
  }
  return (
    <Dialog title={`Edit Student: ${displayName(student)}`} closeTo={closeTo}>
      <Form method="post" noValidate className="grid gap-4">
        <Csrf />
        <input type="hidden" name="shown" value={counters.map(({ used }) => used).join(',')} />
        <FormError title="Failed to update student. Please try again." errors={formErrors} />
        <ContactFields fieldOf={fieldOf} sent={Boolean(lastResult)} student={student} />
        <SelectField
          label={`Package given by the office for ${view.monthName}`}
          hint={`What the family bought itself stays as it is${student.packages.length ? `: ${student.packages.join(', ')}` : ''}.`}
          options={[
            { value: '', label: 'None' },
            ...packages.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...field('packageId', packageId === null ? '' : String(packageId))}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-semibold">Used in {view.monthName}</legend>
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
            {counters.map(({ field: name, used, allowed }) => (
              <Field
                key={name}
                label={LABELS[name]}
                type="number"
                inputMode="numeric"
                min={0}
                max={99}
                hint={`of ${allowed}`}
                {...field(name, String(used))}
              />
            ))}
          </div>
        </fieldset>
        <Field
          label="Why the counters change (optional)"
          hint="Kept with your name, for when somebody asks."
          {...fieldOf('reason')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>Save Student</Button>
        </div>
      </Form>
    </Dialog>
  )
}
