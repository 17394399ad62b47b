/** Texts of emails and text messages. */
export const mail: Record<string, string> = {}
