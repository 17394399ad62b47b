/** Whether the rider does not come, so that the place and the horse are free for others. */
export const isAway = ({ attendance }: { attendance: string | null }): boolean =>
  attendance === 'absent' || attendance === 'reschedule'
