import { initials } from '~/models/vocabulary/user'

export interface Person {
  firstName: string | null
  lastName: string | null
  email: string
  role: string
}

export function Avatar({ person }: { person: Person }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 flex-none place-items-center rounded-full bg-saddle text-sm font-bold text-surface"
    >
      {initials(person)}
    </span>
  )
}
