/** The languages in which families can read the product. The office reads English. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** The locales of dates, times, money and lists: Spanish as it is written in the United States. */
export const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' }

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text)

/** The language of an account, by its column `language`: English until it has one. */
export const languageOfAccount = (column: string | null | undefined): Language => (isLanguage(column) ? column : 'en')

/** What fills the placeholders of a message. */
export type Values = Record<string, string | number>
