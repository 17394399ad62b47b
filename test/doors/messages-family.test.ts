import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from '../harness/plain-browser'
import {
  AWAY,
  type Called,
  type FailingSchool,
  NO_SECRET,
  openFailingSchool,
  PASSWORD,
  type Sent,
} from './failing-school'

// Section 8 of the specification, to the letter, as families and visitors read it: each form is sent without scripts.

let school: FailingSchool
let family: PlainBrowser
let nobody: PlainBrowser
const ids: Record<string, string> = {}

beforeAll(async () => {
  school = await openFailingSchool()
  nobody = school.nobody()
  family = await school.register('wall')
  ids.family = await school.idOf("SELECT id FROM users WHERE email = 'wall@messages.example'")
})
afterAll(() => school?.stop())

const SIGN_IN: [string, Sent][] = [
  [
    'a password is wrong',
    {
      at: () => '/auth',
      press: 'Sign In',
      fill: () => ({ email: 'wall@messages.example', password: 'another' }),
      fails: ['Login failed', 'Invalid email or password'],
    },
  ],
  [
    'an account cannot be kept',
    {
      at: () => '/auth?tab=create-account',
      press: 'Create Account',
      fill: () => ({
        firstName: 'Nora',
        lastName: 'New',
        email: 'nora@messages.example',
        phone: '845-555-0133',
        password: PASSWORD,
      }),
      fault: { table: 'users' },
      fails: ['Registration failed'],
    },
  ],
  [
    'a magic link is asked for',
    {
      at: () => '/auth/magic-link',
      press: 'Generate Magic Link',
      fill: () => ({ email: 'wall@messages.example' }),
      fault: { table: 'rate_limits' },
      fails: ['Error', 'Failed to generate magic link'],
      done: ['Magic Link Sent!', 'a sign-in link is on its way'],
    },
  ],
  [
    'a link for a new password is asked for',
    {
      at: () => '/auth/forgot-password',
      press: 'Send Reset Link',
      fill: () => ({ email: 'wall@messages.example' }),
      fault: { table: 'rate_limits' },
      fails: ['Error', 'Failed to send password reset link'],
      done: ['Password Reset Link Sent!', 'a link to set a new password is on its way'],
    },
  ],
  [
    'a magic link is over',
    {
      at: () => '/auth?token=long-gone',
      press: 'Sign In',
      fails: ['Magic Link Error', 'The magic link is invalid or has expired.'],
    },
  ],
  [
    'a new password is chosen',
    {
      at: () => school.mailedLink('wall@messages.example', 'reset'),
      press: 'Reset Password',
      fill: () => ({ newPassword: PASSWORD, confirmPassword: PASSWORD }),
      fault: { table: 'users' },
      fails: ['Password Reset Failed', 'Failed to reset password'],
      done: ['Password Reset Successful!'],
    },
  ],
]

describe('Messages while signing in', () => {
  test.each(SIGN_IN)('%s', (_, row) => school.expectMessages(nobody, row))

  test('The first message after signing in, in each way', async () => {
    const page = await school.nobody().send('/auth', {
      press: 'Sign In',
      fill: { email: 'wall@messages.example', password: PASSWORD },
    })
    expect(page.text).toContain('Welcome back!')
    const { text } = await school.nobody().send('/auth?tab=create-account', {
      press: 'Create Account',
      fill: {
        firstName: 'Nora',
        lastName: 'New',
        email: 'nora@messages.example',
        phone: '845-555-0133',
        password: PASSWORD,
      },
    })
    expect(text).toContain('Account created!')
    family = await school.signIn('wall@messages.example', PASSWORD)
  })

  test('Nobody can be signed out while sessions cannot be ended', async () => {
    const browser = await school.signIn('wall@messages.example', PASSWORD)
    const press = { press: 'Sign out' }
    const failed = await browser.send('/', { ...press, around: (send) => school.during({ table: 'sessions' }, send) })
    expect(failed.text).toContain('Logout failed')
    expect((await browser.send('/', press)).path).toBe('/auth')
  })
})

const cards = { first: '', declined: '' }
const chosen = async (name = 'Package 1 - Basic') => ({
  package: await school.idOf('SELECT id FROM packages WHERE name = $1', [name]),
  method: 'card',
  start: 'this-month',
})

const FAMILY: [string, Sent][] = [
  [
    'a profile is changed',
    {
      at: () => '/profile/edit',
      press: 'Save Profile',
      fill: () => ({ studentName: 'Dora Wallace' }),
      fault: { table: 'users' },
      fails: ['Failed to update profile'],
      done: ['Profile updated successfully!'],
    },
  ],
  [
    'a password is changed',
    {
      at: () => '/profile/password',
      press: /Password$/,
      fill: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD }),
      fault: { table: 'users' },
      fails: ['Failed to update password'],
      done: ['Password Updated'],
    },
  ],
  [
    "the provider's page is opened from the profile",
    {
      at: () => '/profile',
      press: /^Open Payment Portal/,
      fault: AWAY,
      fails: ['Error', 'Failed to open Stripe portal'],
    },
  ],
  [
    "the provider's page is opened from Make a Payment",
    { at: () => '/', press: /^Open payment portal/, fault: AWAY, fails: ['Error', 'Failed to open Stripe portal'] },
  ],
  ['a card is added', { at: () => '/', press: 'Add card', fault: AWAY, fails: ['Payment Setup Failed'] }],
  [
    'a card is added, and the provider gives no secret',
    {
      at: () => '/',
      press: 'Add card',
      fault: NO_SECRET,
      fails: ['Payment Setup Failed', 'Setup intent client secret not available'],
    },
  ],
  [
    'another card becomes the default',
    {
      at: () => '/',
      press: 'Set as default',
      fault: AWAY,
      fails: ['Failed to update default payment method.'],
      done: ['Default Payment Method Updated'],
    },
  ],
  [
    'a card is deleted',
    {
      at: () => '/',
      press: 'Delete',
      fault: AWAY,
      fails: ['Failed to delete payment method.'],
      done: ['Payment Method Deleted'],
    },
  ],
  [
    'a purchase cannot be kept',
    { at: () => '/purchase', press: 'Continue', fault: { table: 'orders' }, fails: ['Failed to create payment'] },
  ],
  [
    'a purchase gets no secret',
    {
      at: () => '/purchase',
      press: 'Continue',
      fault: NO_SECRET,
      fails: ['Failed to create payment: Invalid payment response received.'],
    },
  ],
  [
    'a subscription is started',
    {
      at: async () => `/purchase/review?${new URLSearchParams({ ...(await chosen()), paymentType: 'recurring' })}`,
      press: /^Start subscription/,
      fault: { table: 'orders' },
      fails: ['Subscription Creation Failed', 'There was an error creating your subscription.'],
      done: ['Payment Successful!', 'Your purchase has been completed successfully.'],
    },
  ],
  [
    'a subscription is changed',
    {
      at: () => '/subscription',
      press: 'Update Subscription',
      fill: () => ({ [`addon-${ids.hack}`]: '1' }),
      fault: AWAY,
      fails: ['Failed to update subscription'],
      done: ['Subscription updated successfully!'],
    },
  ],
  [
    'a subscription is canceled',
    {
      at: () => '/subscription/cancel',
      press: 'Cancel Subscription',
      fault: AWAY,
      fails: ['Failed to cancel subscription'],
      done: ['Subscription cancelled successfully'],
    },
  ],
]

describe('Messages to a family', () => {
  let fills: Record<string, string> = {}
  beforeAll(async () => {
    await family.send('/waivers', { press: 'Sign', fill: { name: 'Dora Wall', signerRole: 'adult', agree: 'on' } })
    const setup = await family.call('POST', '/api/setup-intent', { payment_method_types: ['card'] })
    const customer = await school.idOf('SELECT stripe_customer_id AS id FROM users WHERE id = $1', [ids.family])
    expect(setup.status).toBe(200)
    cards.first = (await school.stripe.paymentMethods.attach('pm_card_visa', { customer })).id
    await school.stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    await school.stripe.customers.update(customer, { invoice_settings: { default_payment_method: cards.first } })
    fills = await chosen()
    ids.hack = await school.idOf("SELECT id FROM add_ons WHERE name = 'Hack'")
    ids.customer = customer
  })

  test.each(FAMILY)('%s', (_, row) =>
    school.expectMessages(family, { ...row, fill: row.fill ?? (() => (row.press === 'Continue' ? fills : {})) }),
  )
})

describe('A payment', () => {
  /** Opens the payment screen of a new order. */
  const ordered = async (more: Record<string, string> = {}) => {
    const page = await family.send('/purchase', {
      press: 'Continue',
      fill: { ...(await chosen('Intro Package')), ...more },
    })
    expect(page.path).toContain('/payment-onetime')
    return page.path
  }

  const intentOf = (at: string) => new URL(at, 'http://school').searchParams.get('payment_intent_id') ?? ''
  const success = (intent: string) => `/payment-success?payment_intent=${intent}`
  beforeAll(async () => {
    cards.declined = (
      await school.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: ids.customer ?? '' })
    ).id
    const { data } = await school.stripe.customers.listPaymentMethods(ids.customer ?? '')
    cards.first = data.find(({ id }) => id !== cards.declined)?.id ?? ''
  })

  test('A payment that the card refuses says why', async () => {
    const at = await ordered()
    const page = await family.send(at, { press: /^Pay \$185.40 with/, fill: { method: cards.declined } })
    expect(page.text).toContain('Payment Failed')
    expect(page.text).toContain('Your card was declined.')
    expect((await family.open(success(intentOf(at)))).text).toContain('Payment Confirmation Failed')
  })

  test('A payment that fails for an internal reason says so', async () => {
    const page = await family.send(await ordered({ start: 'next-month' }), {
      press: /^Pay \$185.40 with/,
      around: (send) => school.during({ table: 'orders' }, send),
    })
    expect(page.text).toContain('Payment Error')
    expect(page.text).toContain('An unexpected error occurred while processing your payment.')
  })

  test('A payment is confirmed once the provider says so', async () => {
    const at = await ordered({ start: 'next-month' })
    await school.stripe.paymentIntents.confirm(intentOf(at), { payment_method: cards.first })
    const waiting = await school.during(AWAY, () => family.open(success(intentOf(at))))
    expect(waiting.text).toContain('Confirming Payment...')
    expect((await family.open(success(intentOf(at)))).text).toContain('Payment Successful!')
  })

  test('A payment of another amount than its order is no success', async () => {
    const intent = intentOf(await ordered({ start: 'next-month' }))
    await school.db.query(
      'UPDATE orders SET subtotal = 190, fee = 5.70, total = 195.70 WHERE stripe_payment_intent_id = $1',
      [intent],
    )
    await school.stripe.paymentIntents.confirm(intent, { payment_method: cards.first })
    const { text } = await family.open(success(intent))
    expect(text).toContain('Payment Confirmation Error')
    expect(text).toContain('There was an issue confirming your payment. Please contact support.')
  })

  test('A payment that was made is not made again', async () => {
    const fill = { start: 'next-month', nonce: 'sent-twice-by-one-form' }
    const at = await ordered(fill)
    await school.stripe.paymentIntents.confirm(intentOf(at), { payment_method: cards.first })
    const again = await family.send('/purchase', {
      press: 'Continue',
      fill: { ...(await chosen('Intro Package')), ...fill },
    })
    expect(again.text).toContain('Purchase Successful!')
  })
})

describe('An account without a profile', () => {
  let fresh: PlainBrowser
  const FIELDS = { studentName: 'Nell Newton', email: 'new@stirrup.example', phone: '845-555-0199' }
  beforeAll(async () => {
    fresh = await school.known('new@stirrup.example')
  })

  test.each<[string, Sent]>([
    [
      'cannot complete it',
      {
        at: () => '/profile/complete',
        press: 'Save Profile',
        fill: () => FIELDS,
        fault: { table: 'users' },
        fails: ['Failed to complete profile'],
      },
    ],
    [
      "cannot go on to the provider's page",
      {
        at: () => '/profile/complete',
        press: 'Save and Add Payment Method',
        fill: () => FIELDS,
        fault: AWAY,
        fails: ['Error', 'Failed to open payment setup portal'],
      },
    ],
  ])('%s', (_, row) => school.expectMessages(fresh, row))

  test('An account without a profile completes it', async () => {
    await school.db.query("UPDATE users SET phone = NULL WHERE email = 'new@stirrup.example'")
    await school.expectMessages(fresh, {
      at: () => '/profile/complete',
      press: 'Save Profile',
      fill: () => FIELDS,
      done: ['Profile completed successfully!'],
    })
  })
})

describe('A program’s answers in the words of the specification', () => {
  const CALLS: [string, () => Called & { who: PlainBrowser }][] = [
    [
      'nobody is signed in',
      () => ({
        who: school.nobody(),
        call: ['GET', '/api/auth/user'],
        fails: { message: 'Unauthorized' },
      }),
    ],
    [
      'no card is saved for a subscription',
      () => ({
        who: newcomer,
        call: [
          'POST',
          '/api/subscriptions/create',
          { items: [{ type: 'package', id: Number(ids.package), quantity: 1 }] },
        ],
        done: { message: 'Payment Setup Required', requiresPayment: true },
      }),
    ],
    [
      'a subscription cannot be made',
      () => ({
        who: family,
        call: [
          'POST',
          '/api/subscriptions/create',
          { items: [{ type: 'package', id: Number(ids.package), quantity: 1 }] },
        ],
        fault: { table: 'orders' },
        fails: { message: 'Failed to create subscription' },
      }),
    ],
    [
      'lessons cannot be read',
      () => ({
        who: family,
        call: ['GET', '/api/lessons/user?upcoming=true'],
        fault: { missing: 'weekly_schedule' },
        fails: { message: 'Failed to fetch lessons' },
      }),
    ],
    [
      'a report is asked for by nobody',
      () => ({
        who: school.nobody(),
        call: ['GET', REPORT],
        fails: { message: expect.stringContaining('Please log in as an admin to export transaction data') },
      }),
    ],
    [
      'a report is asked for by a family',
      () => ({
        who: family,
        call: ['GET', REPORT],
        fails: { message: expect.stringContaining('Admin privileges required to export transaction data') },
      }),
    ],
  ]
  const REPORT = '/api/admin/reports/transactions?format=csv&start_date=2026-01-01&end_date=2026-12-31'
  let newcomer: PlainBrowser
  beforeAll(async () => {
    newcomer = await school.register('bare')
    await newcomer.send('/waivers', { press: 'Sign', fill: { name: 'Dora Bare', signerRole: 'adult', agree: 'on' } })
    ids.package = (await chosen()).package
  })

  test.each(CALLS)('%s', (_, calledBy) => {
    const { who, ...called } = calledBy()
    return school.expectAnswers(who, called)
  })
})
