/** Bank payments on their way are "Clearing". */
export const transactionLabel = (status: string): string =>
  ({
    succeeded: 'Paid',
    processing: 'Clearing',
    failed: 'Failed',
    canceled: 'Canceled',
    refunded: 'Refunded',
    disputed: 'Disputed',
    requires_action: 'Not completed',
  })[status] ?? status

/** The money came in, whatever happened later. */
export const WITH_RECEIPT = ['succeeded', 'refunded', 'disputed']

export const hasReceipt = (status: string): boolean => WITH_RECEIPT.includes(status)
