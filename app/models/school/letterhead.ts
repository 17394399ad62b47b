/** Whose e-mail it is. */
export interface Letterhead {
  schoolName: string
  /** How to reach the school, in lines. */
  schoolContact: string[]
}
