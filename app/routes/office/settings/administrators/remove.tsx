import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { findAdmin, removeAdmin } from '~/models/accounts/admin.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Remove Administrator' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const admin = await findAdmin(params.id ?? '')
  if (!admin) throw new Response('There is no such administrator.', { status: 404, statusText: 'Not Found' })
  return admin
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  await csrfForm(request)
  const list = paths.administrators()
  try {
    const name = await removeAdmin(viewer.id, params.id ?? '')
    return await redirectWithToast(list, { type: 'success', title: 'Administrator Removed', description: name })
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(list, {
      type: 'error',
      title: 'The administrator was not removed',
      description: refused.message,
    })
  }
}

export default function RemoveAdministrator() {
  const { name } = useLoaderData<typeof loader>()
  const closeTo = paths.administrators()
  return (
    <Dialog title={`Remove ${name}?`} closeTo={closeTo}>
      <Form method="post" className="grid gap-4">
        <Csrf />
        <p>
          {name} can no longer open the office’s screens, from the next click on. The account stays and is listed among
          the students from now on; remove it there if it is nobody who rides.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button variant="danger">Remove Administrator</Button>
        </div>
      </Form>
    </Dialog>
  )
}
