/** Rides of a week beyond which what takes several plans of it is cut short, and screens say so: three times those of a school of 300 riders. */
export const LARGE_WEEK = 2_000

export const IN_A_LARGE_WEEK = 'In a week of more than 2,000 rides'
