/** How a state is shown: bank payments under way are "Clearing". */
export const transactionLabel = (status: string): string =>
  ({
    succeeded: 'Succeeded',
    processing: 'Clearing',
    failed: 'Failed',
    canceled: 'Canceled',
    refunded: 'Refunded',
    disputed: 'Disputed',
    requires_action: 'Not completed',
  })[status] ?? status

/** Green, yellow, or red for anything else (specification, section 4). */
export const transactionTone = (status: string): 'good' | 'warn' | 'bad' =>
  status === 'succeeded' ? 'good' : status === 'processing' ? 'warn' : 'bad'

/** The states of a payment that has a receipt: the money came in, whatever became of it later. */
export const WITH_RECEIPT = ['succeeded', 'refunded', 'disputed']

export const hasReceipt = (status: string): boolean => WITH_RECEIPT.includes(status)
