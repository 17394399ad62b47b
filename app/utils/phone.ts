/** Formats `5550110107`, however it was typed, as `(555) 011-0107`; a foreign number stays as typed. */
export function formatPhone(phone: string | null | undefined): string {
  const typed = phone?.trim() ?? ''
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(typed.replace(/^\+|[\s().-]/g, '')) ?? []
  return line ? `(${area}) ${exchange}-${line}` : typed
}

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`
