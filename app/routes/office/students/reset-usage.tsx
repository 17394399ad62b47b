import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { countResets, resetUsage, undoReset } from '~/models/allowance/usage.server'
import { readStudentView, type StudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { paths } from '~/utils/paths'
import type { Toast } from '~/utils/toast'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Reset Monthly Usage' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  return { view, resets: await countResets(prisma, view.month) }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const form = await csrfForm(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const list = paths.studentsManagement(viewQuery(view))
  try {
    return await redirectWithToast(list, await (form.get('intent') === 'undo' ? takeBack : reset)(viewer.id, view))
  } catch (error) {
    const refused = refusalOf(error)
    return data({ error: refused.message }, { status: refused.status })
  }
}

const students = (count: number) => (count === 1 ? 'One student' : `${count} students`)

async function takeBack(actorId: string, { month, monthName }: StudentView): Promise<Omit<Toast, 'id'>> {
  const count = await undoReset(actorId, month)
  const title = count ? 'Reset taken back' : 'There was no reset to take back'
  return { type: 'success', title, description: `${students(count)}, ${monthName}` }
}

async function reset(actorId: string, view: StudentView): Promise<Omit<Toast, 'id'>> {
  const count = await resetUsage(actorId, view.month)
  if (!count) {
    return {
      type: 'info',
      title: 'Nothing to reset',
      description: `In ${view.monthName} nothing is used, or everybody was reset already.`,
    }
  }
  return {
    type: 'success',
    title: 'Monthly usage reset',
    description: `${students(count)}, ${view.monthName}`,
    undo: { label: 'Undo', action: paths.resetUsage(viewQuery(view)), fields: { intent: 'undo' } },
  }
}

export default function ResetMonthlyUsage() {
  const { view, resets } = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  const closeTo = paths.studentsManagement(viewQuery(view))
  return (
    <Dialog title="Reset Monthly Usage" closeTo={closeTo}>
      <Form method="post" className="grid gap-4">
        <Csrf />
        <FormError title="Failed to reset monthly usage" errors={error ? [error] : null} />
        <p>
          Every student's used lessons, private lessons, hacks, horse use and makeups of{' '}
          <strong>{view.monthName}</strong> go back to zero. Attendance stays as it is. Each student can be reset once a
          month.
        </p>
        {resets ? (
          <p className="rounded border border-info bg-info-soft px-4 py-3 text-info">
            {resets === 1 ? 'One student was' : `${resets} students were`} reset in {view.monthName} already.
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          {resets ? (
            <Button name="intent" value="undo" variant="secondary">
              Undo the Reset
            </Button>
          ) : null}
          <Button name="intent" value="reset" variant="danger">
            Reset {view.monthName}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
