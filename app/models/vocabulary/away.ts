import type { Attendance } from './attendance'

/** Whether the rider does not come, so that the place and the horse are free for others. */
export const isAway = ({ attendance }: { attendance: string | null }): boolean =>
  attendance === 'absent' || attendance === 'reschedule'

/** The marks of a rider who was there. */
export const RODE: readonly string[] = ['present', 'makeup'] satisfies Attendance[]

/** The marks that a sheet has buttons for. */
export type SheetMark = 'present' | 'absent'

/**
 * Whether a sheet's button stands for a ride's mark. ✓ stands for a makeup too, so that it clears the mark and doesn't
 * turn the makeup into a lesson.
 */
export const isSignOf = (button: SheetMark, attendance: string): boolean =>
  button === 'present' ? RODE.includes(attendance) : attendance === button
