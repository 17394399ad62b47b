export interface Letterhead {
  schoolName: string
  schoolContact: string[]
  /** On one line; null if the office has not said. */
  schoolAddress: string | null
}
