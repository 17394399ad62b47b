import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { profileFields } from '~/models/accounts/profile'
import { profileSchema } from '~/models/accounts/profile.schema'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { saveProfile } from '~/web/profile-form.server'
import { redirectWithToast } from '~/web/toast.server'
import { ProfileFields } from './profile-fields'

export const meta: MetaFunction = () => [{ title: 'Edit Profile' }]

export const loader = async ({ request }: LoaderFunctionArgs) => profileFields(await requireViewer(request))

export async function action({ request }: ActionFunctionArgs) {
  const form = await csrfForm(request)
  const viewer = await requireViewer(request)
  const refused = await saveProfile(viewer, form, profileSchema)
  return refused ?? redirectWithToast(paths.profile(), { type: 'success', title: 'Profile updated successfully!' })
}

export default function EditProfile() {
  const values = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  return (
    <Dialog title="Edit Profile" closeTo={paths.profile()}>
      <Form method="post" noValidate className="grid gap-4">
        <Csrf />
        <ProfileFields values={values} lastResult={lastResult} />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.profile()} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>Save Profile</Button>
        </div>
      </Form>
    </Dialog>
  )
}
