import type { SchoolColor } from '~/models/school/face/school-color'

export interface Letterhead {
  schoolName: string
  schoolContact: string[]
  /** The address on one line; null if the office has not entered one. */
  schoolAddress: string | null
  /** Null or missing for the product's own. */
  schoolColor?: SchoolColor | null
  /** Its logo, at an address that mailboxes can load, with its size in pixels; null or missing without one. */
  schoolLogo?: { url: string; width: number; height: number } | null
}
