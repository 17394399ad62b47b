/** Texts of sign-in, registration, profile, riders, waivers, consent and devices. */
export const account: Record<string, string> = {
  Language: 'Idioma',
  'This language is not available.': 'Este idioma no está disponible.',
}
