import { Facts } from '~/components/office/facts'
import { Badge, StateBadge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import type { Counter } from '~/models/allowance/allowance'
import { type StudentRow, statusWord } from '~/models/students/student-list'
import { displayName } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { formatPhone } from '~/utils/phone'

const STATES = { Paid: 'paid', Clearing: 'clearing', Renews: 'trialing', Pending: 'due' } as const

/** A student's payment status. Without a ride or a package nothing is due, and there is none. */
export const PaymentBadge = ({ student }: { student: Pick<StudentRow, 'paymentStatus' | 'allowance'> }) =>
  student.paymentStatus === 'None' ? (
    <span className="nothing text-muted">{statusWord(student)}</span>
  ) : (
    <StateBadge state={STATES[student.paymentStatus]}>{statusWord(student)}</StateBadge>
  )

/** A counter as `3 / 4`, with overuse marked, or a dash if it is empty. */
export function Figures({ used, allowed }: Counter) {
  if (!used && !allowed) return NOTHING
  return (
    <span className={used > allowed ? 'num font-semibold text-bad' : 'num'}>
      {used} / {allowed}
    </span>
  )
}

export const Count = ({ of }: { of: number }) => (of ? <span className="num">{of}</span> : NOTHING)

const NOTHING = <span className="nothing">–</span>

/**
 * The student's name as a link to their page, with the phone number and what distinguishes students with the same name.
 * The email address is on their page.
 */
export function StudentName({ student, month }: { student: StudentRow; month: string }) {
  const name = displayName(student) || 'No name'
  const email = student.email === name ? null : student.email
  const phone = formatPhone(student.phone)
  const contact = [
    phone || email,
    student.guardian ? `Family of ${student.guardian}` : student.parentName && `Parent: ${student.parentName}`,
  ]
  return (
    <span className="student-name">
      <Link to={paths.student(student.id, { month })} className="link">
        {name}
      </Link>
      {student.rides ? null : (
        <>
          {' '}
          <Badge>Guardian</Badge>
        </>
      )}
      {student.active ? null : (
        <>
          {' '}
          <Badge tone="bad">Sign-in blocked</Badge>
        </>
      )}
      {student.unsigned ? (
        <>
          {' '}
          <Badge tone="warn">Waiver missing</Badge>
        </>
      ) : null}
      <span className="contact" title={[...contact, phone && email].filter(Boolean).join(' · ')}>
        <Facts of={contact} />
      </span>
    </span>
  )
}

export const packageNames = ({ packages, subscribed }: StudentRow) =>
  packages.length || subscribed ? (
    `${packages.join(', ') || 'No Package'}${subscribed ? ' (monthly)' : ''}`
  ) : (
    <span className="text-muted">No Package</span>
  )

/** A link in a row; its accessible name includes the student. */
export function RowLink({
  to,
  about,
  dialog,
  children,
}: {
  to: string
  about: StudentRow
  dialog?: boolean
  children: string
}) {
  return (
    <Link
      to={to}
      stay={dialog}
      aria-label={`${children}, ${displayName(about)}`}
      className="link inline-flex min-h-11 items-center text-sm pointer-fine:min-h-8"
    >
      {children}
    </Link>
  )
}
