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
