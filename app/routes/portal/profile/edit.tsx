import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { DialogForm } from '~/components/form/dialog-form'
import { profileValues } from '~/models/people/accounts/profile'
import { profileSchema } from '~/models/people/accounts/profile.schema'
import { ownFamily } from '~/models/people/families/family.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { doesRide, ProfileFields, useProfileForm } from './profile-fields'
import { changesAddress, saveProfile } from './save-profile.server'

export const meta: MetaFunction = () => [{ title: t('Edit Profile') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  return { values: profileValues(viewer), rides: doesRide(await ownFamily(viewer.id)) }
}

export const action = formAction({
  guard: requireViewer,
  schema: profileSchema,
  failed: () => t('Failed to update profile'),
  confirms: (sent) => changesAddress(sent, sent.value),
  run: async (sent) => ({
    to: paths.profile(),
    title: t('Profile updated successfully!'),
    description: await saveProfile(sent, sent.value),
  }),
})

export default function EditProfile() {
  const { values, rides } = useLoaderData<typeof loader>()
  const { field, ...answer } = useProfileForm(profileSchema, values)
  return (
    <DialogForm title={t('Edit Profile')} closeTo={paths.profile()} answer={answer} submit={t('Save Profile')}>
      <ProfileFields field={field} rides={rides} />
    </DialogForm>
  )
}
