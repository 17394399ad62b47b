/** The sender of an e-mail. */
export interface Letterhead {
  schoolName: string
  /** Address, phone and e-mail address, in lines. */
  schoolContact: string[]
}
