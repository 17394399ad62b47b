/** The most riders that a choice of them lists; in a larger school a search is above it. */
export const MOST_RIDERS = 300

/** Whether there are more riders than the list has: it was asked for one more than it may have. */
export const isCut = (riders: readonly unknown[]): boolean => riders.length > MOST_RIDERS
