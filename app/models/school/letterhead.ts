export interface Letterhead {
  schoolName: string
  schoolContact: string[]
}
