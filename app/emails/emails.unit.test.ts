import { describe, expect, test } from 'vitest'
import { confirmAddressEmail } from './account/confirm-address'
import { invitationEmail, wrongAnsweredEmail } from './account/invitation'
import { magicLinkEmail } from './account/magic-link'
import { passwordResetEmail } from './account/password-reset'
import { bankPaymentFailedEmail } from './bank-payment-failed'
import { bankPaymentSubmittedEmail } from './bank-payment-submitted'
import type { EmailContent } from './layout'
import { seasonAskedEmail } from './notices/season-asked'
import { officePaymentNoticeEmail } from './office-payment-notice'
import { officeTaskEmail } from './office-task'
import { payLinkEmail } from './pay-link'
import { paymentRefundedEmail } from './payment-refunded'
import { placeOfferedEmail, placeWithdrawnEmail } from './place-offered'
import { type ReceiptEmail, receiptEmail } from './receipt'
import { subscriptionFeeAddedEmail } from './subscription-fee-added'
import { subscriptionPaymentFailedEmail } from './subscription-payment-failed'

const receipt = (change: Partial<ReceiptEmail> = {}) =>
  receiptEmail({
    schoolName: 'Green School',
    schoolContact: ['12 Mill Lane', '555 0100'],
    schoolAddress: '12 Mill Lane',
    readerName: 'Ann',
    paidOn: '2026-11-20',
    lines: [
      { name: 'Package 1 - Basic', quantity: 1, amount: 22000 },
      { name: 'Hack', quantity: 2, amount: 8900 },
    ],
    subtotal: 30900,
    fee: 927,
    feePercent: '3%',
    total: 31827,
    paidWith: 'Visa •••• 4242',
    validFrom: '2026-11-20',
    validTo: '2026-11-30',
    receiptUrl: 'https://pay.example/receipts/1?a=1&b=2',
    portalUrl: 'https://school.example/',
    ...change,
  })

test('Whoever did not open an account with the address reads what that means, and which button locks the other out', () => {
  const school = { schoolName: 'Green School', schoolContact: ['555 0100'], schoolAddress: null, readerName: null }
  const { text } = confirmAddressEmail({ ...school, url: 'https://school.example/confirm-address?token=x', days: 7 })
  expect(text).toMatch(/You don't have to do anything: until this address is confirmed, no emails .* come here\./)
  expect(text).toContain('choose “Confirm Without Signing In”: the password ends, and every device is signed out.')
})

test('A receipt names every line, the fee on its own, and the days it is good for', () => {
  const { subject, text } = receipt()
  expect(subject).toBe('Your receipt from Green School: $318.27')
  expect(text).toBe(`Payment Successful!

Hi Ann,

Thanks! We received your payment. Here is your receipt.

Package 1 - Basic: $220.00
2 × Hack: $89.00
Subtotal: $309.00
Convenience Fee (3%): $9.27
Total: $318.27

Paid on: Nov 20, 2026
Paid with: Visa •••• 4242
Valid: Nov 20, 2026 to Nov 30, 2026

View receipt:
https://pay.example/receipts/1?a=1&b=2

Green School
12 Mill Lane
555 0100
`)
})

test('A receipt without a fee, a method or a link has no empty lines for them', () => {
  const { text } = receipt({ fee: 0, paidWith: null, receiptUrl: null, readerName: null })
  expect(text).not.toMatch(/Convenience Fee|Paid with|View receipt|null|undefined/)
  expect(text).toContain('Hello,\n')
  expect(text).toContain('Go to Customer Portal:\nhttps://school.example/')
})

test('The email about a bank payment says how long it takes; about a failed one, what to do', () => {
  const payment = {
    schoolName: 'Green School',
    schoolContact: ['12 Mill Lane', '555 0100'],
    schoolAddress: '12 Mill Lane',
    readerName: 'Ann',
    total: 22000,
    paidWith: 'Bank account •••• 6789',
    description: 'Package 1 - Basic',
    riders: ['Adam', 'Zoe'],
  }
  const submitted = bankPaymentSubmittedEmail({
    granted: true,
    ...payment,
    validFrom: '2026-12-01',
    validTo: '2026-12-31',
    portalUrl: 'https://school.example/',
  })
  expect(submitted.text).toContain('Bank transfers take 1-3 business days')
  expect(submitted.text).toContain('For: Package 1 - Basic\nRiders: Adam, Zoe\nAmount: $220.00')
  const failed = bankPaymentFailedEmail({
    ...payment,
    reason: 'Insufficient funds',
    payUrl: 'https://school.example/pay',
  })
  expect(failed.subject).toBe("Your bank payment of $220.00 didn't go through")
  expect(failed.text).toContain('Reason: Insufficient funds')
  expect(failed.text).toContain('Pay again:\nhttps://school.example/pay')
})

test('A refund tells a part from the whole', () => {
  const refund = {
    schoolName: 'Green School',
    schoolContact: ['12 Mill Lane', '555 0100'],
    schoolAddress: '12 Mill Lane',
    readerName: 'Ann',
    description: 'Package 1 - Basic',
    riders: [],
    total: 22660,
    paidWith: null,
    portalUrl: 'https://school.example/',
  }
  const part = paymentRefundedEmail({ ...refund, refunded: 10300, refundedInAll: 10300 }).text
  expect(part).toContain('Payment partly refunded')
  expect(part).not.toContain('Rider')
  expect(part).toContain('Refunded now: $103.00')
  expect(part).not.toContain('Total refunded')
  const rest = paymentRefundedEmail({ ...refund, refunded: 12360, refundedInAll: 22660 }).text
  expect(rest).toContain('Payment refunded\n')
  expect(rest).toContain('Total refunded: $226.60')
})

/** Returns each message with `typed` in every field that people or the provider fill in. */
function everyMessage(typed: string): Record<string, EmailContent> {
  const common = {
    schoolName: typed,
    schoolContact: [typed],
    schoolAddress: null,
    readerName: typed,
    description: typed,
    riders: [typed],
    paidWith: typed,
    reason: typed,
    total: 100,
  }
  const url = 'https://school.example/?a="><script>'
  const valid = { validFrom: '2026-12-01', validTo: '2026-12-31' }
  return {
    receipt: receipt({ ...common, lines: [{ name: typed, quantity: 1, amount: 100 }], receiptUrl: url }),
    submitted: bankPaymentSubmittedEmail({ ...common, ...valid, granted: false, portalUrl: url }),
    failed: bankPaymentFailedEmail({ ...common, payUrl: url }),
    refunded: paymentRefundedEmail({ ...common, refunded: 50, refundedInAll: 100, portalUrl: url }),
    subscription: subscriptionPaymentFailedEmail({ ...common, amount: 100, nextTry: '2026-12-04', fixUrl: url }),
    feeAdded: subscriptionFeeAddedEmail({ ...common, fee: 3, from: '2026-12-01', subscriptionUrl: url }),
    office: officePaymentNoticeEmail({
      ...common,
      kind: 'disputed',
      studentName: typed,
      studentEmail: typed,
      paymentsUrl: url,
    }),
    officeTask: officeTaskEmail({
      ...common,
      title: `${typed} can't come`,
      says: [typed],
      action: 'Show',
      taskUrl: url,
    }),
    payLink: payLinkEmail({
      ...common,
      month: '2026-11-01',
      riders: [
        { name: typed, what: typed, owed: 100 },
        { name: typed, what: null, owed: null },
      ],
      payUrl: url,
      atSchool: { words: typed, only: false },
    }),
    payAtSchool: payLinkEmail({
      ...common,
      month: '2026-11-01',
      riders: [{ name: typed, what: typed, owed: 100 }],
      payUrl: url,
      atSchool: { words: typed, only: true },
    }),
    magicLink: magicLinkEmail({ ...common, url, minutes: 15 }),
    invitation: invitationEmail({ ...common, note: 'See you soon.\nBring boots.', url, days: 14 }),
    wrongAnswered: wrongAnsweredEmail({ ...common, answer: 'We moved her.', url }),
    passwordReset: passwordResetEmail({ ...common, url, minutes: 60 }),
    seasonAsked: seasonAskedEmail({
      ...common,
      season: typed,
      startsOn: '2027-01-05',
      through: '2026-12-18',
      seasonUrl: url,
    }),
  }
}

const plain = everyMessage('Ann')
const names = Object.keys(plain)

describe.each(names)('%s', (name) => {
  test('The email has both parts, with the same words and the link', () => {
    const { subject, text, html } = plain[name]!
    expect(subject.length).toBeGreaterThan(10)
    expect(text).toContain('https://school.example/')
    const shown = html
      .replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, '\n')
      .replace(/&#39;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&gt;/g, '>')
      .replace(/&lt;/g, '<')
      .replace(/&amp;/g, '&')
    for (const line of text.split('\n')) {
      // A row is one line of text and two cells.
      for (const part of line.split(/: (?!\/)/)) expect(shown).toContain(part.replace(/:$/, ''))
    }
  })

  test('The email shows markup in any field as text', () => {
    const html = everyMessage(`<script>alert(1)</script>"'><img src=x onerror=alert(1)>`)[name]!.html
    const tags = (source: string) => source.match(/<[a-z/!][^\s>]*/gi)
    expect(tags(html)).toEqual(tags(plain[name]!.html))
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;')
    expect(html).not.toMatch(/href="[^"]*[<>]/)
  })

  test('A name with line breaks adds no line', () => {
    const hostile = everyMessage('Ann\r\nBcc: all@lee.example\n\n\u2028Total: $0.00\u0000')[name]!
    expect(hostile.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    expect(hostile.text.split('\n')).toHaveLength(plain[name]!.text.split('\n').length)
    expect(hostile.text).not.toMatch(/^(Bcc|Total: \$0)/m)
  })

  test('The email loads nothing from elsewhere', () => {
    expect(plain[name]!.html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i)
  })
})

test('An offer of a place says in its subject whether it is for one day or for every week from it, and so does its end', () => {
  const letter = { schoolName: 'Green School', schoolContact: [], schoolAddress: '', readerName: 'Ann' }
  const lesson = { rider: 'Emma', date: '2026-11-24', time: '16:00', type: 'Hack' } as const
  const offer = { expiresAt: new Date(), zone: 'America/New_York', offerUrl: 'https://school.example/' }
  for (const [weekly, day] of [
    [false, 'Tuesday, Nov 24, 2026'],
    [true, 'every week from Tuesday, Nov 24, 2026'],
  ] as const) {
    expect(placeOfferedEmail({ ...letter, ...lesson, ...offer, weekly }).subject).toBe(
      `A spot opened up for Emma: Hack, ${day}`,
    )
    expect(placeWithdrawnEmail({ ...letter, ...lesson, weekly }).subject).toBe(`No longer open for Emma: Hack, ${day}`)
  }
})

test('The question about the next season names the riders and the last day, and that nothing changes without an answer', () => {
  const { subject, text } = seasonAskedEmail({
    ...{ schoolName: 'Green School', schoolContact: [], schoolAddress: '', readerName: 'Ann' },
    season: 'Spring 2027',
    startsOn: '2027-01-05',
    through: '2026-12-18',
    riders: ['Ava Novak', 'Max Novak'],
    seasonUrl: 'https://school.example/next-season/7',
  })
  expect(subject).toBe('Which times work for you? Spring 2027')
  expect(text).toBe(`Which times work for you?

Hi Ann,

We’re planning the next schedule, and we’d like it to work for your family.

Season: Spring 2027
Begins: Tuesday, Jan 5, 2027
Riders: Ava Novak, Max Novak
Answer by: Friday, Dec 18, 2026

Choose the times that work, the best first. It takes a minute.

Choose Times:
https://school.example/next-season/7

If you don’t answer, you keep your spot, as long as your lesson stays on the schedule.

Green School
`)
})
