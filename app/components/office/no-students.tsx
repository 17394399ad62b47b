import type { ReactNode } from 'react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { paths } from '~/utils/paths'

/** The empty state of a list in a school that has no students yet. */
export const NoStudents = ({ children }: { children?: ReactNode }) => (
  <EmptyState
    title="No students yet."
    action={<ButtonLink to={paths.importStudents()}>Import a spreadsheet</ButtonLink>}
  >
    {children}
  </EmptyState>
)
