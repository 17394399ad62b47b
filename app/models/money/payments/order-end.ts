import { addDays, type LocalDate } from '~/utils/dates'

export const DAYS_TO_PAY_LATE = 60

interface Payable {
  validTo: LocalDate
  /** Whether its lessons were granted once, by a bank payment that failed later: some may have been taken. */
  granted: boolean
}

/** Returns the last day on which an order can be paid. */
export const closesOn = ({ validTo, granted }: Payable): LocalDate =>
  granted ? addDays(validTo, DAYS_TO_PAY_LATE) : validTo

/** Whether an order can no longer be paid. It is a quote for its month: a family that pays later would get nothing for it. */
export const isClosed = (order: Payable, today: LocalDate): boolean => today > closesOn(order)
