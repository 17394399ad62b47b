/** The specification's, for everybody. */
export const LEAST = 6
/** For whoever sees other people's children. */
export const LEAST_OF_STAFF = 12

const ALSO = 'Not your name or address. Three or four words make a good one.'

/** They stand under the field of a new password. */
export const PASSWORD_HINTS = {
  family: `At least ${LEAST} characters. ${ALSO}`,
  staff: `At least ${LEAST_OF_STAFF} characters. ${ALSO}`,
  /** Where a mailed link leads, which may be anybody's. */
  anyone: `At least ${LEAST} characters; the office and instructors at least ${LEAST_OF_STAFF}. ${ALSO}`,
}
