import { leaveAccount } from '~/models/money/connection/leave-account.server'
import { isOtherAccount } from '~/models/money/connection/other-account.server'
import { installationKey } from '~/models/money/payments/provider/our-mark.server'
import { findServerPart, type ServerChange, savedHint, savedValue } from '~/models/school/server-settings.server'
import type { Viewer } from '~/models/vocabulary/user'
import { isSetByServer } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { saveAndTell } from '~/services/mail/server-change-mail.server'
import { findOperations, forgetRefusedEvents } from '~/services/operations/operations.server'
import { areRefused } from '~/services/operations/status'
import { type Connection, connectProvider, removeReplaced } from '~/services/stripe/connect.server'

interface Keys {
  secretKey: string | null
  publishableKey: string
  otherAccount: boolean
}

const modeOf = (key: string) => key.split('_')[1]

/**
 * Sets up the provider with the keys, and saves them with the IDs that it returned. Without a new secret key it checks
 * everything again. @returns what the provider refused to do
 */
export async function connect(viewer: Viewer, sent: Keys, version: string | undefined): Promise<string[]> {
  if (isSetByServer('payments')) throw new Refused('set_by_server', 'This is set on the server.')
  const { secretKey: typed, publishableKey } = sent
  const secretKey = typed ?? (await savedValue('STRIPE_SECRET_KEY'))
  if (!secretKey) throw new Refused('invalid', 'Please paste the secret key', 'secretKey')
  if (modeOf(secretKey) !== modeOf(publishableKey)) {
    throw new Refused(
      'invalid',
      'One key is for tests and the other is live. Copy both from the same page at Stripe',
      'publishableKey',
    )
  }
  if (modeOf(secretKey) === 'live' && getEnv().stripeApiUrl) {
    throw new Refused('invalid', 'This server is set up for tests: it takes no live keys', 'secretKey')
  }
  const isOther = typed !== null && (await isOtherAccount(typed, await savedValue('STRIPE_ACCOUNT')))
  if (isOther) {
    if (!sent.otherAccount) {
      throw new Refused(
        'confirm_again',
        'These keys are of another Stripe account: it does not know your families. Their saved cards stay at the old one. To use it anyway, tick this and paste the secret key again',
        'otherAccount',
      )
    }
    await leaveAccount('secretKey')
  }
  const [id, secret, { version: state }, operations] = await Promise.all([
    savedHint('STRIPE_WEBHOOK_SECRET'),
    savedValue('STRIPE_WEBHOOK_SECRET'),
    findServerPart('payments'),
    findOperations(),
  ])
  // The provider returns a webhook's secret only once, so after a change of the secret a new webhook is created.
  const endpoint = id && secret && !areRefused(operations) ? { id, secret } : null
  const made = await connectProvider({ secretKey, publishableKey }, { endpoint, mark: await installationKey(), state })
  await saveAndTell(viewer, 'payments', { changes: changesOf(sent, made, { endpoint, isOther }), version })
  if (made.endpoint.id !== endpoint?.id) await forgetRefusedEvents()
  await removeReplaced(secretKey, made)
  return made.notes
}

function changesOf(
  { secretKey: typed, publishableKey }: Keys,
  { endpoint, portal, account }: Connection,
  before: { endpoint: { id: string } | null; isOther: boolean },
): ServerChange[] {
  const changes: ServerChange[] = [{ name: 'STRIPE_PUBLISHABLE_KEY', value: publishableKey }]
  if (typed) changes.push({ name: 'STRIPE_SECRET_KEY', value: typed, hint: `ends in ${typed.slice(-4)}` })
  if (endpoint.id !== before.endpoint?.id)
    changes.push({ name: 'STRIPE_WEBHOOK_SECRET', value: endpoint.secret, hint: endpoint.id })
  // What one account doesn't return must not stay from the account before.
  if (portal || before.isOther) changes.push({ name: 'STRIPE_PORTAL_CONFIGURATION', value: portal })
  if (account || before.isOther) changes.push({ name: 'STRIPE_ACCOUNT', value: account })
  return changes
}
