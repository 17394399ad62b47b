export interface Letterhead {
  schoolName: string
  schoolContact: string[]
  /** The address on one line; null if the office has not entered one. */
  schoolAddress: string | null
}
