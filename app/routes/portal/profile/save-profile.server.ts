import { t } from '#text'
import { sendContact } from '~/models/money/payments/provider/customer.server'
import type { ProfileForm } from '~/models/people/accounts/profile.schema'
import { limitEmailChanges } from '~/models/people/accounts/profile.server'
import { readVersion } from '~/platform/version'
import { changeProfileForm } from '~/services/mail/address-links.server'
import { isMailSetUp, whomToAsk } from '~/services/mail/set-up.server'
import type { Sent } from '~/web/form-action.server'

/** True if the form changes the address by which one signs in. */
export const changesAddress = ({ viewer, version }: Sent, form: ProfileForm): boolean =>
  form.email !== (readVersion(version)?.email ?? viewer.email)

async function formatNewAddress(email: string): Promise<string> {
  if (isMailSetUp()) return t('We sent a link to {email}. It is your email address once you open it.', { email })
  return t('We can’t send email yet: to change your address to {email}, {ask}.', { email, ask: await whomToAsk() })
}

/** Saves one of the profile's forms. Returns what to say of a new address, and of fields that were changed in the meantime. */
export async function saveProfile(sent: Sent, form: ProfileForm): Promise<string | undefined> {
  const { viewer, version } = sent
  if (changesAddress(sent, form)) await limitEmailChanges(viewer.id)
  const { kept, newEmail } = await changeProfileForm(viewer.id, form, version)
  await sendContact(viewer.id)
  const mailed = newEmail && (await formatNewAddress(newEmail))
  return [mailed, kept].filter(Boolean).join(' ') || undefined
}
