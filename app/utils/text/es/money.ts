/** Texts of purchases, payments, subscriptions, statements and their PDF files. */
export const money: Record<string, string> = {}
