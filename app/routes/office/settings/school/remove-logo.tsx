import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { forgetShownSchool, getSchool } from '~/models/school/current-school.server'
import { removeLogo } from '~/models/school/logo.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { SchoolLogo } from './school-logo'

export const meta: MetaFunction = () => [{ title: 'Remove Logo' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { logo } = await getSchool()
  if (!logo) throw redirect(paths.schoolLogo())
  return { logo }
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  confirms: true,
  failed: 'The logo was not removed',
  async run({ viewer }) {
    await removeLogo(viewer.id)
    forgetShownSchool()
    return { to: paths.schoolSettings(), title: 'Logo Removed' }
  },
})

export default function RemoveLogo() {
  const { logo } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(confirmSchema)
  return (
    <DialogForm title="Remove the logo?" closeTo={paths.schoolLogo()} answer={answer} submit="Remove Logo" danger>
      <SchoolLogo name={logo} />
      <p>
        The header will show a stirrup, and emails only the school’s name. This can’t be undone, but you can add the
        picture again.
      </p>
    </DialogForm>
  )
}
