/** What somebody of the office looked at. The words stand in the database and in the family's own file. */
export type ViewKind =
  | 'student page'
  | 'edit form'
  | 'lesson history'
  | 'rides'
  | 'payments'
  | 'receipt'
  | 'statement'
  | 'sign-in link'
  | 'download'
  | 'download with notes'
  | 'waiver'
  | 'program'
