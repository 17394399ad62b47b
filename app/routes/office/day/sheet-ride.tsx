import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { HorseName } from '~/components/rides/horse-name'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { SheetRider } from '~/models/schedule/rides/day-sheet.server'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import type { LineRide } from '~/models/unsent/unsent'
import { officeLabel } from '~/models/vocabulary/attendance'
import { isAway, isSignOf, type SheetMark } from '~/models/vocabulary/away'
import type { Slot } from '~/models/vocabulary/slot'
import { paths } from '~/utils/paths'

/** A rider's row: a tap records a mark, a second tap clears it; the name links to the horse and the other marks. */
export function SheetRide({
  slot,
  rider,
  back = 'sheet',
  taught = false,
  stays = false,
}: {
  slot: Slot
  rider: SheetRider
  back?: string
  /** Whether it is on the instructor's sheet. */
  taught?: boolean
  /** Whether a mark stays until Undo, so that a second tap in the same spot does nothing. */
  stays?: boolean
}) {
  const {
    riderId,
    name,
    horse,
    horseId,
    concerns,
    barn,
    note,
    attendance,
    version,
    due,
    unsigned,
    isMakeup,
    isAnnounced,
  } = rider
  const address = taught ? paths.taughtRide(slot, riderId) : paths.lessonRider(slot, riderId)
  const now = attendance
  const line: LineRide = { ...slot, riderId, name, attendance, horse, horseId }
  const other = ['present', 'absent', 'scheduled'].includes(now) ? null : officeLabel(now)
  return (
    <li
      id={rideId({ ...slot, riderId })}
      className="sheet-ride"
      data-mark={now === 'scheduled' ? undefined : now}
      // Only a sheet of one day is kept on a device.
      data-ride={stays ? undefined : JSON.stringify(line)}
    >
      <Link to={taught ? address : paths.lessonRider(slot, riderId, { back })} stay={taught} className="sheet-name">
        <span className={isAway({ attendance: now }) ? 'line-through' : 'font-semibold'}>{name}</span>
        <HorseName name={horse} className="num text-sm text-muted">
          {horse ?? 'No horse'}
          {isMakeup && now !== 'makeup' ? ' · Makeup' : null}
          {other ? ` · ${other}` : null}
          {isAnnounced ? ' · canceled by the family' : null}
          {concerns.map(({ text }) => (
            <strong key={text} className="text-bad">
              {' '}
              · <span aria-hidden="true">▲ </span>
              {text}
            </strong>
          ))}
          {due ? <em className="no-print font-semibold text-warn not-italic"> · {due}</em> : null}
          {unsigned ? <em className="font-semibold text-warn not-italic"> · No waiver</em> : null}
        </HorseName>
      </Link>
      <Form method="post" action={address} stay className="sheet-marks flex gap-1">
        <Csrf />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={back} />
        {stays && now !== 'scheduled' ? <Marked name={name} now={now} /> : <Marks name={name} now={now} />}
      </Form>
      <p className="sheet-notes" data-note={note || barn.length ? '' : undefined}>
        {barn.length ? <strong className="text-ink">{barn.join(' · ')}</strong> : null}
        {note ? <span>{note}</span> : null}
      </p>
    </li>
  )
}

function Marks({ name, now }: { name: string; now: string }) {
  const mark = (intent: SheetMark, sign: string) => (
    <Button
      name="intent"
      value={isSignOf(intent, now) ? 'scheduled' : intent}
      variant="secondary"
      className="sheet-mark"
      aria-pressed={isSignOf(intent, now)}
      data-tone={intent === 'absent' ? 'bad' : undefined}
      aria-label={`${officeLabel(intent)}, ${name}`}
    >
      <span>{sign}</span>
    </Button>
  )
  return (
    <>
      {mark('present', '✓')}
      {mark('absent', '✗')}
    </>
  )
}

const MARKED_TONES: Record<string, string> = { present: 'good', makeup: 'good', absent: 'bad' }

/** The mark as text in place of its button, and Undo in place of the other one. */
function Marked({ name, now }: { name: string; now: string }) {
  const undo = (
    <Button
      name="intent"
      value="scheduled"
      variant="secondary"
      className="sheet-mark no-print px-1 text-sm"
      aria-label={`Undo, ${name}`}
    >
      Undo
    </Button>
  )
  const sign = (text: string) => (
    <span className="btn sheet-mark sheet-marked" data-tone={MARKED_TONES[now] ?? 'info'}>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{officeLabel(now)}</span>
    </span>
  )
  if (isSignOf('present', now)) {
    return (
      <>
        {sign('✓')}
        {undo}
      </>
    )
  }
  return (
    <>
      {undo}
      {sign(now === 'absent' ? '✗' : '–')}
    </>
  )
}
