import type { Params } from '@remix-run/react'
import {
  assignHorseSchema,
  markSchema,
  noteSchema,
  removeRiderSchema,
} from '~/models/schedule/attendance/attendance.schema'
import { assignHorse, exchangeHorses } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { setRideNote } from '~/models/schedule/change/ride-note.server'
import { askBeforeMakeup } from '~/models/schedule/makeups/absence.server'
import { AHEAD_FIELD, askAhead, askedOfMark } from '~/models/schedule/vocabulary/ahead.server'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { ATTENDANCE, type Attendance } from '~/models/vocabulary/attendance'
import type { Slot } from '~/models/vocabulary/slot'
import type { Tx } from '~/platform/tx.server'
import { requireVersion } from '~/platform/version'
import { formatMoved, formatToCall } from '~/routes/office/lessons/said'
import { backTo, undoOf } from '~/routes/office/lessons/undo-of'
import type { LocalDate } from '~/utils/dates'
import type { Toast } from '~/utils/toast'
import { requireAdmin } from '~/web/auth.server'
import { formAction, type Sent } from '~/web/form-action.server'
import { slotParam } from '~/web/lesson-param.server'

type Ride = Slot & { riderId: string }

const rideParam = (params: Params): Ride => ({ ...slotParam(params), riderId: params.riderId ?? '' })

interface SignedIn {
  id: string
}

/** Who changes a ride, and from which screens. */
interface Desk {
  guard: (request: Request) => Promise<SignedIn>
  /** The fields that the dialog has once a refusal requires them. */
  asks: string[]
  /** The address of the dialog. */
  dialog: (ride: Ride, back: string | null) => string
  /** The address of the screen that a mark was tapped on. */
  screen: (back: string, date: LocalDate) => string
  /** The heading above a refusal, if it is the same for every command. */
  failed?: string
  /** Checks what may be changed, before the lock and under it. */
  allows?: (viewer: SignedIn, ride: Ride, mark?: Attendance) => (tx?: Tx) => Promise<unknown>
  /** The Undo that each change offers, by its log entries. */
  undo: (changes: readonly number[], back?: string | null) => Toast['undo']
}

/** The commands about one ride that office and instructors share, each by the `intent` of its button. */
export function rideCommands({ guard, asks, dialog, screen, failed, allows, undo }: Desk) {
  const shared = {
    guard,
    asks,
    // The screen that the mark came from shows the reason; only a question is asked here.
    refusedTo({ form, params }: Sent<SignedIn>, { field = '' }: { field?: string }) {
      const back = form.get('back')
      return back && !asks.includes(field) ? screen(String(back), slotParam(params).date) : undefined
    },
  }
  const allowing = async (viewer: SignedIn, ride: Ride, mark?: Attendance) => {
    const check = allows?.(viewer, ride, mark)
    await check?.()
    return check
  }
  /** A tap on a sheet says so itself; the dialog’s address says which screen it was opened from, and stays open. */
  const leads = (ride: Ride, query: URLSearchParams, changes: number[], tapped?: string): ToastOf => ({
    to: tapped ? screen(tapped, ride.date) : dialog(ride, query.get('back')),
    undo: undo(changes, tapped || query.get('back')),
  })
  const mark = formAction({
    ...shared,
    schema: markSchema,
    failed: failed ?? 'Failed to record attendance. Please try again.',
    async run({ viewer, value, params, query }) {
      const { intent: attendance, horseId, version, overReason, beyond, makeupAnyway, ahead, back } = value
      const ride = rideParam(params)
      const allows = await allowing(viewer, ride, attendance)
      const asked = ahead ? null : askedOfMark(ride, attendance)
      // A sheet asks where it was tapped; in the dialog there is a box.
      if (asked && back) {
        const fields = { intent: attendance, version, back, [AHEAD_FIELD]: 'on' }
        const undo = { label: 'Mark it anyway', action: dialog(ride, null), fields, asks: true as const }
        const to = screen(back, ride.date)
        return { to, type: 'info', title: 'Not recorded yet', description: asked, undo }
      }
      if (!ahead) askAhead(ride, attendance)
      if (attendance === 'reschedule' && !makeupAnyway) await askBeforeMakeup(ride)
      const mark = { attendance, version, overReason, allows }
      if (isExchange(horseId)) {
        const { changes } = await exchangeHorses(viewer.id, ride, { ...mark, other: horseId })
        return { ...leads(ride, query, changes, back), title: 'Attendance Recorded', description: 'Horses Swapped' }
      }
      const wish = { ...mark, horseId, beyond: beyond === 'on' }
      const { before, horseBack, changes } = await markAttendance(viewer.id, ride, wish)
      const description = before ? `${before} had already marked this` : horseBack
      return { ...leads(ride, query, changes, back), title: 'Attendance Recorded', description }
    },
  })
  return {
    ...Object.fromEntries(ATTENDANCE.map((intent) => [intent, mark])),
    horse: formAction({
      ...shared,
      schema: assignHorseSchema,
      failed: failed ?? 'Failed to save horse assignment',
      async run({ viewer, value: { horseId, version, overReason, back }, params, query }) {
        const ride = rideParam(params)
        const wish = { version, overReason, allows: await allowing(viewer, ride) }
        if (isExchange(horseId)) {
          const { changes } = await exchangeHorses(viewer.id, ride, { ...wish, other: horseId })
          return { ...leads(ride, query, changes, back), title: 'Horses Swapped' }
        }
        const { changes } = await assignHorse(viewer.id, ride, { ...wish, horseId })
        const title = horseId === null ? 'Horse Assignment Removed' : 'Horse Assigned'
        return { ...leads(ride, query, changes, back), title }
      },
    }),
    note: formAction({
      ...shared,
      schema: noteSchema,
      failed: failed ?? 'Failed to save note',
      async run({ viewer, value: { note }, params, query, version }) {
        requireVersion(version)
        const ride = rideParam(params)
        const allows = await allowing(viewer, ride)
        const { changes } = await setRideNote(viewer.id, ride, { note, version, allows })
        return { ...leads(ride, query, changes), title: note ? 'Note Saved' : 'Note Removed' }
      },
    }),
  }
}

/** Removes a rider who is not to be charged, and leads back to the screen that the dialog was opened from. */
export const removing = (scope: Scope, failed: string) =>
  formAction({
    guard: requireAdmin,
    schema: removeRiderSchema,
    failed,
    async run({ viewer, value: { version, withMoved }, params, query }) {
      const { riderId, ...slot } = rideParam(params)
      const back = query.get('back')
      const wish = { scope, version, withMoved: withMoved === 'on' }
      const { changes, moved, toCall } = await removeFromLesson(viewer.id, riderId, slot, wish)
      const call = formatToCall(toCall)
      const done = { to: backTo(back, slot.date), undo: undoOf(changes, back) }
      return scope === 'weekly'
        ? {
            ...done,
            title: 'Student Removed',
            description: [formatMoved('Removed from this date on', moved), call].filter(Boolean).join('. '),
          }
        : { ...done, title: 'Student Removed from Today (no charge, not counted as absence)', description: call }
    },
  })

type ToastOf = { to: string } & Pick<Toast, 'undo'>

const isExchange = <Other>(horse: number | null | undefined | Other): horse is Other =>
  typeof horse === 'object' && horse !== null
