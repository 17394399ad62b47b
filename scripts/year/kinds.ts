/** What families do, and how often compared with everything else. */
export const FAMILY = {
  buy: 8,
  'pay in an old tab': 3,
  'ask to pay at school': 2,
  "can't come": 9,
  'come after all': 3,
  'book a place': 5,
  'book a makeup': 6,
  'give a place back': 2,
  'ask for a makeup': 3,
  'join a line': 5,
  'leave a line': 0.5,
  'answer an offer': 6,
  'sign the waiver': 2,
  'add a rider': 1,
  'look around': 4,
  'read Spanish': 1,
  subscribe: 2,
  'cancel a subscription': 1,
  'say which times': 2,
} as const

/** What the office does. */
export const OFFICE = {
  'place a rider': 8,
  'remove a rider': 4,
  'move a rider': 6,
  'change a lesson': 4,
  'add a second lesson': 2,
  'delete a lesson': 2,
  'close a day': 3,
  'cancel a lesson': 2,
  'reopen a day': 1.5,
  'close an arena': 2,
  'replace an instructor': 2,
  'hot day': 1,
  'change the looks': 0.5,
  'plan a season': 5,
  'publish a season': 1.5,
  undo: 8,
  mark: 6,
  'choose a horse': 6,
  'plan the horses': 3,
  'rest a horse': 2,
  'note a payment': 3,
  refund: 3,
  'give a makeup': 3,
  'change a makeup': 2,
  'answer a request': 3,
  'set an allowance': 2,
  merge: 2,
  'undo a merge': 2,
  'link a family': 0.6,
  import: 1,
  erase: 0.6,
  'publish a waiver': 1,
} as const

/** What instructors do. */
export const INSTRUCTOR = { 'mark at the barn': 5, 'horse at the barn': 2, "can't teach": 1 } as const

/** What happens to everyone. */
export const EVENTS = {
  'kill the server': 1,
  'kill it in a form': 2,
  'provider fails': 2,
  'provider is late': 1,
  'form over midnight': 2,
  'back up': 1,
  restore: 0.5,
} as const

export type FamilyKind = keyof typeof FAMILY
export type OfficeKind = keyof typeof OFFICE
export type InstructorKind = keyof typeof INSTRUCTOR
export type EventKind = keyof typeof EVENTS
export type Kind = FamilyKind | OfficeKind | InstructorKind | EventKind

export const KINDS = [FAMILY, OFFICE, INSTRUCTOR, EVENTS].flatMap((kinds) => Object.keys(kinds) as Kind[])
