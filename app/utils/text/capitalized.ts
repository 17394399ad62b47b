/** Begins a text with a capital letter: in Spanish, names of months and weekdays have none within a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase('en-US') + text.slice(1)
