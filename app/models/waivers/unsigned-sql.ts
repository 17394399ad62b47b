/** The versions whose signatures are valid: those not withdrawn, from the last one that asked everyone again. */
const DOES = `v.withdrawn_at IS NULL AND v.number >= (
  SELECT coalesce(max(number), 0) FROM waiver_versions WHERE withdrawn_at IS NULL AND asks_again)`

/** Whether a rider, given as SQL, has a valid signature. */
const hasSigned = (rider: string): string => `EXISTS (
  SELECT FROM waiver_signatures s JOIN waiver_versions v ON v.id = s.version_id
  WHERE s.rider_id = ${rider} AND s.withdrawn_at IS NULL AND ${DOES})`

const isAsked = 'EXISTS (SELECT FROM waiver_versions WHERE withdrawn_at IS NULL)'

/** Whether a rider, given as SQL, has a waiver to sign. */
export const lacksWaiver = (rider: string): string => `(${isAsked} AND NOT ${hasSigned(rider)})`

export const doesToday = DOES
