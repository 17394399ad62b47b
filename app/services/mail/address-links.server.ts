import { randomUUID } from 'node:crypto'
import { confirmAddressEmail } from '~/emails/account/confirm-address'
import { ADDRESS_LINK_DAYS, storeAddressLink } from '~/models/accounts/links/address.server'
import { newToken } from '~/models/accounts/token'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { countTry } from '~/platform/rate-limit.server'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'

/** Mails an account a link that proves its address, at most five times an hour. Returns false if there is nothing to prove. */
export async function mailAddressLink(userId: string): Promise<boolean> {
  if (await countTry(`address-link:${userId}`, { max: 5, seconds: 60 * 60 })) return true
  const token = newToken()
  const to = await storeAddressLink(userId, token)
  if (!to) return false
  const content = confirmAddressEmail({
    ...letterheadOf(await getSchool()),
    firstName: to.firstName,
    url: getEnv().appUrl + paths.confirmAddress(token),
    days: ADDRESS_LINK_DAYS,
  })
  await queueEmail(prisma, { ...content, to: to.email, dedupeKey: `confirm-address:${randomUUID()}` })
  return true
}
