import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { profileValues } from '~/models/people/accounts/profile'
import { profileSchema } from '~/models/people/accounts/profile.schema'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { ProfileFields, useProfileForm } from './profile-fields'
import { changesAddress, saveProfile } from './save-profile.server'

export const meta: MetaFunction = () => [{ title: 'Edit Profile' }]

export const loader = async ({ request }: LoaderFunctionArgs) => profileValues(await requireViewer(request))

export const action = formAction({
  guard: requireViewer,
  schema: profileSchema,
  failed: 'Failed to update profile',
  confirms: (sent) => changesAddress(sent, sent.value),
  run: async (sent) => ({
    to: paths.profile(),
    title: 'Profile updated successfully!',
    description: await saveProfile(sent, sent.value),
  }),
})

export default function EditProfile() {
  const { field, ...answer } = useProfileForm(profileSchema, useLoaderData<typeof loader>())
  return (
    <DialogForm title="Edit Profile" closeTo={paths.profile()} answer={answer} submit="Save Profile">
      <ProfileFields field={field} />
    </DialogForm>
  )
}
