import type { LoaderFunctionArgs } from '@remix-run/node'
import { allTransactions } from '~/models/payments/payment-transaction.server'
import { dollarsOf } from '~/utils/money'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/payment-transactions, optionally of one student: newest first (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const studentId = new URL(request.url).searchParams.get('studentId') ?? undefined
    const transactions = await allTransactions(studentId)
    return transactions.map((transaction) => ({
      id: transaction.stripePaymentIntentId ?? String(transaction.id),
      created: Math.floor(transaction.providerCreatedAt.getTime() / 1000),
      studentUserId: transaction.userId,
      studentName: transaction.studentName,
      customerEmail: transaction.customerEmail,
      amount: dollarsOf(transaction.amount),
      convenienceFee: dollarsOf(transaction.fee),
      amountRefunded: dollarsOf(transaction.amountRefunded),
      description: transaction.description,
      type: transaction.type,
      status: transaction.status,
      rawStatus: transaction.rawStatus,
      payment_method: transaction.paymentMethod ?? 'Card',
      receipt_url: transaction.receiptUrl,
      metadata: { packages: transaction.packages },
      subscriptionDetails: transaction.subscription && {
        id: transaction.subscription.id,
        status: transaction.subscription.status,
        items: transaction.packages.map((packageName) => ({ packageName, interval: 'month' })),
        billingPeriodStart: transaction.subscription.periodStart,
        billingPeriodEnd: transaction.subscription.periodEnd,
        description: transaction.description,
      },
    }))
  })
