/** The most riders that a choice of them lists; in a larger school a search is above it. */
export const MOST_RIDERS = 300
