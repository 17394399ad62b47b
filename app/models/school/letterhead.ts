import type { SchoolColor } from '~/models/school/school-color'

export interface Letterhead {
  schoolName: string
  schoolContact: string[]
  /** The address on one line; null if the office has not entered one. */
  schoolAddress: string | null
  /** Null or missing for the product's own. */
  schoolColor?: SchoolColor | null
}
