import { OFFLINE_LINES } from '~/models/money/payments/offline/offline-lines.server'
import { WENT_BACK } from '~/models/money/payments/payment-transaction'
import { family, instant, rider, type Subject, yes } from './subject'

/** What they bought, paid and donated. */
export const MONEY: readonly Subject[] = [
  {
    file: 'packages',
    of: ['package_purchases.user_id'],
    columns: {
      Rider: rider,
      Package: `coalesce((SELECT p.name FROM packages p WHERE p.id = t.package_id), 'Add-ons only')`,
      'Group Lessons': 't.lessons',
      'Private Lessons': 't.private_lessons',
      'Makeup Lessons': 't.makeup_lessons',
      Hacks: 't.hacks',
      From: 't.valid_from',
      Until: 't.valid_to',
      Bought: instant('t.purchase_date'),
      Status: 't.status',
    },
    from: family('package_purchases', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'add-ons',
    of: ['user_add_ons.user_id'],
    columns: {
      Rider: rider,
      'Add-on': '(SELECT a.name FROM add_ons a WHERE a.id = t.add_on_id)',
      Quantity: 't.quantity',
      Bought: instant('t.purchase_date'),
      Until: 't.expiry_date',
      Status: 't.status',
    },
    from: family('user_add_ons', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'orders',
    of: ['orders.user_id'],
    columns: {
      Order: 't.id',
      Ordered: instant('t.created_at'),
      What: `(SELECT string_agg(i.quantity || ' × ' || i.name, '; ' ORDER BY i.id) FROM order_items i WHERE i.order_id = t.id)`,
      Subtotal: 't.subtotal',
      Fee: 't.fee',
      Total: 't.total',
      Status: 't.status',
      Paid: instant('t.paid_at'),
      'What Failed': 't.failure_message',
    },
    from: family('orders', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'bought-for',
    of: ['order_items.rider_id'],
    columns: {
      Rider: rider,
      Order: 't.order_id',
      What: 't.name',
      Quantity: 't.quantity',
      Ordered: `(SELECT ${instant('o.created_at')} FROM orders o WHERE o.id = t.order_id)`,
    },
    from: family('order_items', 'rider_id'),
    orderBy: 't.id',
  },
  {
    file: 'payments',
    of: ['payment_transactions.user_id', 'payment_transactions.customer_email'],
    columns: {
      Receipt: 't.id',
      Date: instant('t.provider_created_at'),
      What: 't.description',
      Amount: 't.amount',
      Fee: 't.fee',
      Refunded: WENT_BACK.refunded,
      Disputed: WENT_BACK.disputed,
      Currency: 'upper(t.currency)',
      'Paid With': 't.payment_method',
      Email: 't.customer_email',
      Status: 't.status',
      'What Failed': 't.failure_message',
      'Provider Receipt': 't.receipt_url',
    },
    from: family('payment_transactions', 'user_id'),
    orderBy: 't.provider_created_at, t.id',
  },
  {
    file: 'receipts',
    of: [],
    columns: {
      Receipt: 't.id',
      Date: instant('t.provider_created_at'),
      Rider: `(SELECT ${rider} FROM users u WHERE u.id = line->>'riderId' AND u.id = ANY($1::text[]))`,
      Line: `line->>'name'`,
      Quantity: `line->>'quantity'`,
      Amount: `to_char((line->>'amount')::numeric / 100, 'FM999999990.00')`,
    },
    from: `payment_transactions t CROSS JOIN LATERAL jsonb_array_elements(t.lines) line
      WHERE t.user_id = ANY($1::text[]) AND t.status IN ('succeeded', 'refunded', 'disputed')`,
    orderBy: 't.provider_created_at, t.id',
  },
  {
    file: 'returned-bank-payments',
    of: ['bank_returns.user_id'],
    columns: { Date: instant('t.returned_at'), Disputed: yes('t.disputed') },
    from: family('bank_returns', 'user_id'),
    orderBy: 't.returned_at',
  },
  {
    file: 'payments-looked-at',
    of: ['payment_issues.user_id', 'payment_issues.payer'],
    columns: {
      Opened: instant('t.opened_at'),
      What: `replace(t.kind, '-', ' ')`,
      Amount: 't.amount',
      Payer: 't.payer',
      Closed: instant('t.closed_at'),
      Outcome: 't.outcome',
    },
    from: family('payment_issues', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'offline-payments',
    of: ['offline_payments.user_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(t.month::text, 2, '0')`,
      Day: `CASE WHEN t."hasDay" THEN t.day::text END`,
      Amount: 't.amount',
      'Paid With': 't.method',
    },
    from: `(${OFFLINE_LINES}) t JOIN users u ON u.id = t.user_id WHERE t.user_id = ANY($1::text[])`,
    orderBy: 't.year, t.month, t.day, t.ref',
  },
  {
    file: 'noted-payments',
    of: ['student_payments.user_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(m.month::text, 2, '0')`,
      Amount: 'm.amount',
      'Paid With': 't.payment_method',
    },
    from: `student_payments t JOIN student_payment_months m ON m.record_id = t.id JOIN users u ON u.id = t.user_id
      WHERE t.user_id = ANY($1::text[])`,
    orderBy: 't.year, m.month, t.id',
  },
  {
    file: 'subscriptions',
    of: ['subscriptions.user_id', 'subscriptions.rider_id'],
    columns: {
      Rider: rider,
      Package: `coalesce((SELECT p.name FROM packages p WHERE p.id = t.package_id), 'Add-ons only')`,
      'Add-ons': `(SELECT string_agg(s.quantity || ' × ' || a.name, '; ' ORDER BY a.id)
        FROM subscription_add_ons s JOIN add_ons a ON a.id = s.add_on_id WHERE s.subscription_id = t.id)`,
      'Price a Month': 't.package_price',
      Fee: 't.fee',
      Status: 't.status',
      Began: instant('t.created_at'),
      'Period From': 't.current_period_start',
      'Period To': 't.current_period_end',
      Ends: 't.ends_on',
    },
    from: `subscriptions t JOIN users u ON u.id = t.rider_id
      WHERE t.user_id = ANY($1::text[]) OR t.rider_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'donations',
    of: ['donations.student_id', 'donations.donor_email', 'donations.donor_first_name', 'donations.donor_last_name'],
    columns: {
      Date: instant('t.donated_at'),
      Amount: 't.amount',
      Currency: 't.currency',
      // A sponsor of the family's rider is someone else.
      Donor: `CASE WHEN lower(t.donor_email) = ANY($4::text[])
        THEN concat_ws(' ', t.donor_first_name, t.donor_last_name, t.donor_email) END`,
      Campaign: 't.campaign_name',
      Purpose: 't.purpose',
      'Paid With': 't.payment_method',
      Status: 't.status',
      'For a Rider of the Family': yes('t.student_id = ANY($1::text[])'),
      Credit: 'c.credit_amount',
      'Credit Used': 'c.used_amount',
    },
    from: `donations t LEFT JOIN donation_credits c ON c.donation_id = t.id AND c.user_id = ANY($1::text[])
      WHERE t.student_id = ANY($1::text[]) OR lower(t.donor_email) = ANY($4::text[])`,
    orderBy: 't.donated_at, t.id',
  },
  {
    file: 'sponsored-months',
    of: ['donation_credits.user_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(t.month::text, 2, '0')`,
      Amount: 't.amount',
      On: instant('t.at'),
      Undone: instant('t.undone_at'),
    },
    from: `donation_credit_uses t JOIN donation_credits c ON c.id = t.credit_id JOIN users u ON u.id = c.user_id
      WHERE c.user_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'event-tickets',
    of: ['event_tickets.attendee_id'],
    columns: {
      Event: 'coalesce(e.name, t.event_name)',
      Ticket: 't.ticket_type',
      Amount: 't.amount',
      Bought: instant('t.purchased_at'),
      Status: 't.status',
    },
    from: `event_tickets t LEFT JOIN events e ON e.id = t.event_id
      WHERE lower(t.attendee_id) = ANY($4::text[])
        OR EXISTS (SELECT 1 FROM jsonb_each_text(t.extra) x WHERE lower(x.value) = ANY($4::text[]))`,
    orderBy: 't.id',
  },
]
