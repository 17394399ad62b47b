import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import type { Slot } from '~/models/vocabulary/slot'
import { paths } from '~/utils/paths'

interface Props {
  slot: Slot
  riders: Pick<RosterRider, 'attendance'>[]
  /** The question before marking a lesson that has not begun. */
  ahead: string | null
  /** The number of riders on the waitlist; null for a lesson without a capacity. */
  waiting: number | null
}

/** Marks all riders without a mark as present, and links to what else can be done with a lesson. */
export function LessonActions({ slot, riders, ahead, waiting }: Props) {
  const open = riders.filter(({ attendance }) => attendance === 'scheduled').length
  const markAll = `Mark ${open === riders.length ? 'all' : `the other ${open}`} present`
  return (
    <>
      <Form method="post" action={paths.markLesson(slot)} stay className="actions">
        <Csrf />
        <ButtonLink to={paths.addToLesson(slot)} stay variant={open && !ahead ? 'secondary' : 'primary'}>
          Add Student
        </ButtonLink>
        {open && !ahead ? (
          <Button name="intent" value="present" busy="Recording…">
            {markAll}
          </Button>
        ) : null}
        {riders.length > 0 ? (
          <ButtonLink to={paths.lessonHorses(slot)} stay variant="secondary">
            Horses
          </ButtonLink>
        ) : null}
        <ButtonLink to={paths.editLesson(slot)} stay variant="secondary">
          Edit Lesson
        </ButtonLink>
        <ButtonLink to={paths.lessonInstructor(slot)} stay variant="quiet">
          Instructor
        </ButtonLink>
        {waiting === null ? null : (
          <ButtonLink to={paths.lessonWaitlist(slot)} stay variant="quiet">
            Waitlist{waiting > 0 ? ` (${waiting})` : ''}
          </ButtonLink>
        )}
        <ButtonLink to={paths.lessonChanges(slot)} stay variant="quiet">
          History
        </ButtonLink>
      </Form>
      {open && ahead ? (
        <details className="mt-3">
          <summary className="link inline-flex min-h-11 items-center">{markAll}…</summary>
          <Form method="post" action={paths.markLesson(slot)} stay className="grid gap-2">
            <Csrf />
            <input type="hidden" name="ahead" value="on" />
            <p>{ahead}</p>
            <Button name="intent" value="present" variant="secondary" busy="Recording…" className="justify-self-start">
              {markAll} anyway
            </Button>
          </Form>
        </details>
      ) : null}
    </>
  )
}
