import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Menu } from '~/components/ui/menu'
import { displayName, initials } from '~/models/vocabulary/user'
import type { Place } from './places'
import { SignOutForm } from './sign-out-form'

interface Person {
  firstName: string | null
  lastName: string | null
  email: string
  role: string
}

/** The user's initials and full name, which open these links and Sign out. */
export function AccountMenu({ person, places }: { person: Person; places: Place[] }) {
  return (
    <Menu
      className="flex min-h-11 items-center gap-2 rounded px-2"
      button={
        <>
          <span
            aria-hidden="true"
            className="grid size-9 flex-none place-items-center rounded-full bg-on-banner text-sm font-semibold text-banner"
          >
            {initials(person)}
          </span>
          <span className="max-xl:sr-only">
            <span className="block max-w-40 truncate font-semibold">{displayName(person)}</span>
          </span>
          <Icon name="down" className="size-4" />
        </>
      }
    >
      <MenuPlaces places={places} />
      <SignOutForm />
    </Menu>
  )
}

export function MenuPlaces({ places }: { places: Place[] }) {
  return places.map(({ to, label, icon, current }) => (
    <Link key={to} to={to} className="menu-item" aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
    </Link>
  ))
}
