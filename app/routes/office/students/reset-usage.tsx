import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { countResets, resetUsage, undoReset } from '~/models/allowance/usage.server'
import { readStudentView, type StudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { paths } from '~/utils/paths'
import type { Toast } from '~/utils/toast'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Reset Monthly Usage' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  return { view, resets: await countResets(prisma, view.month) }
}

const resetSchema = z.object({ intent: z.enum(['reset', 'undo']) })

export const action = formAction({
  guard: requireAdmin,
  schema: resetSchema,
  failed: 'Failed to reset monthly usage',
  async run({ viewer, value: { intent }, query }) {
    const view = readStudentView(query, today())
    return { to: paths.studentsManagement(viewQuery(view)), ...(await RUN[intent](viewer.id, view)) }
  },
})

const students = (count: number) => (count === 1 ? 'One student' : `${count} students`)

async function undo(actorId: string, { month, monthName }: StudentView): Promise<Omit<Toast, 'id'>> {
  const count = await undoReset(actorId, month)
  const title = count ? 'Reset undone' : 'There was nothing to undo'
  return { type: 'success', title, description: `${students(count)}, ${monthName}` }
}

async function reset(actorId: string, view: StudentView): Promise<Omit<Toast, 'id'>> {
  const count = await resetUsage(actorId, view.month)
  if (!count) {
    return {
      type: 'info',
      title: 'Nothing to reset',
      description: `No one has used lessons in ${view.monthName}, or everyone’s been reset.`,
    }
  }
  return {
    type: 'success',
    title: 'Monthly usage reset',
    description: `${students(count)}, ${view.monthName}`,
    undo: { label: 'Undo', action: paths.resetUsage(viewQuery(view)), fields: { intent: 'undo' } },
  }
}

const RUN = { reset, undo }

export default function ResetMonthlyUsage() {
  const { view, resets } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(resetSchema)
  const closeTo = paths.studentsManagement(viewQuery(view))
  return (
    <Dialog title="Reset Monthly Usage" closeTo={closeTo}>
      <PostForm answer={answer}>
        <p>
          Every student's used lessons, private lessons, hacks, horse use, and makeups in{' '}
          <strong>{view.monthName}</strong> will be set to zero. Attendance doesn't change. Each student can be reset
          once a month.
        </p>
        {resets ? (
          <p className="rounded border border-info bg-info-soft px-4 py-3 text-info">
            {resets === 1 ? 'One student has' : `${resets} students have`} already been reset in {view.monthName}.
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} stay variant="secondary">
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
      </PostForm>
    </Dialog>
  )
}
