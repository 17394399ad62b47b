/** Texts of several screens: navigation, forms, states, errors. */
export const common: Record<string, string> = {}
