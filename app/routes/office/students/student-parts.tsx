import { Facts } from '~/components/office/facts'
import { Badge, StateBadge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import type { Counter } from '~/models/allowance/allowance'
import { type StudentRow, statusWord } from '~/models/students/student-list'
import { displayName } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { formatPhone } from '~/utils/phone'

const STATES = { Paid: 'paid', Clearing: 'clearing', Renews: 'trialing', Pending: 'due' } as const

/** Without a ride or a package nothing is due, and there is no status. */
export const PaymentBadge = ({ student }: { student: Pick<StudentRow, 'paymentStatus' | 'allowance'> }) =>
  student.paymentStatus === 'None' ? (
    <span className="nothing text-muted">{statusWord(student)}</span>
  ) : (
    <StateBadge state={STATES[student.paymentStatus]}>{statusWord(student)}</StateBadge>
  )

/** `3 / 4`, over-use marked, a dash where there is nothing to say. */
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

/** The student's name, leading to their page, with how to call them and what else tells two of one name apart. The page has the email. */
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

/** A link of a row; its name says whose. */
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
