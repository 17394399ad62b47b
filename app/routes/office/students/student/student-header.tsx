import { Facts } from '~/components/office/facts'
import { Ribbons } from '~/components/rides/ribbons'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import type { Ribbon } from '~/models/schedule/vocabulary/ribbon'
import type { StudentRow } from '~/models/students/student-list'
import { PaymentBadge } from '~/routes/office/students/student-parts'
import { paths } from '~/utils/paths'
import { formatPhone } from '~/utils/phone'

interface StudentHeaderProps {
  student: StudentRow
  name: string
  /** In years; null without a birth date. */
  age: number | null
  /** The month in view, as it is written in addresses. */
  month: string
  guardian: { id: string; name: string } | null
  isRemoved: boolean
  isErased: boolean
  ribbons: Ribbon[]
}

/** The student's name, what stands out, and the most common actions. */
export function StudentHeader({
  student,
  name,
  age,
  month,
  guardian,
  isRemoved,
  isErased,
  ribbons,
}: StudentHeaderProps) {
  const { id, email, phone, parentName, subscribed, active } = student
  const facts = [email, formatPhone(phone), parentName && `Parent: ${parentName}`, age !== null && `${age} years old`]
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: paths.students({ month }), label: 'Back to Students' }}
        actions={
          isErased ? null : (
            <>
              <ButtonLink to={paths.recordPayment(id, { month })} stay>
                Record Payment
              </ButtonLink>
              <ButtonLink to={paths.newLesson({ student: id })} variant="secondary">
                Schedule Lesson
              </ButtonLink>
              <ButtonLink to={paths.editStudentHere(id, { month })} stay variant="secondary">
                Edit Student
              </ButtonLink>
              {email && active ? (
                <ButtonLink to={paths.signInLink(id, { month })} stay variant="secondary">
                  Sign-in Link
                </ButtonLink>
              ) : null}
            </>
          )
        }
      >
        <span className="flex flex-wrap items-center gap-2">
          <span>
            <Facts of={facts} />
          </span>
          <PaymentBadge student={student} />
          {subscribed ? <Badge tone="info">Subscription</Badge> : null}
          {active || isErased ? null : <Badge tone="bad">Sign-in blocked</Badge>}
          {isErased ? <Badge>Erased</Badge> : null}
          {student.unsigned && !isErased ? <Badge tone="warn">Waiver missing</Badge> : null}
          {isRemoved && !isErased ? <Badge>Removed</Badge> : null}
          {guardian ? (
            <span>
              Guardian:{' '}
              <Link to={paths.student(guardian.id)} className="link inline-flex min-h-11 items-center">
                {guardian.name || 'No name'}
              </Link>
            </span>
          ) : null}
        </span>
      </PageHeader>
      <Ribbons ribbons={ribbons} />
    </>
  )
}
