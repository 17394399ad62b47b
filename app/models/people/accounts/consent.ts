/** The texts that a parent consents to, by version. A new text is a new line here, and families are asked again. */
const TEXTS = [
  'I am the parent or legal guardian, and I agree that the school keeps this child’s data for riding lessons.',
] as const

export const CONSENT = { version: TEXTS.length, text: TEXTS[TEXTS.length - 1] ?? '' }

/** A short explanation of the text. */
export const KEPT_OF_A_CHILD =
  'The school keeps the name, birth date, level, weight, rides, and notes about lessons. You can download all of it, and ask the office to erase it.'

export const TICK_CONSENT =
  'Please tick that you are the parent or legal guardian and agree that the school keeps this child’s data'
