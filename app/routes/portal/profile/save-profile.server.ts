import type { ProfileForm } from '~/models/accounts/profile.schema'
import { editProfile, limitEmailChanges } from '~/models/accounts/profile.server'
import { tellContact } from '~/services/stripe/customer.server'
import type { Sent } from '~/web/form-action.server'

/** Saves one of the profile's forms. Returns what to say of fields that were changed meanwhile. */
export async function saveProfile({ viewer, shown }: Sent, form: ProfileForm): Promise<string | undefined> {
  if (form.email !== (shown?.email ?? viewer.email)) await limitEmailChanges(viewer.id)
  const kept = await editProfile(viewer.id, form, shown)
  await tellContact(viewer.id)
  return kept
}
