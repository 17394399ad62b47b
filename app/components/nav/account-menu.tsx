import { Link } from '~/components/ui/link'
import { displayName } from '~/models/accounts/user'
import { Avatar, type Person } from './avatar'
import { SignOutForm } from './sign-out-form'

interface MenuLink {
  label: string
  to: string
}

/** Initials and full name, opening these links and Sign out. */
export function AccountMenu({ person, links }: { person: Person; links: MenuLink[] }) {
  return (
    <details data-menu="" className="relative">
      <summary className="flex min-h-11 items-center gap-2 rounded px-2 hover:bg-sunk">
        <Avatar person={person} />
        <span className="max-w-64 truncate font-semibold">{displayName(person)}</span>
        <span aria-hidden="true" className="text-muted">
          ▾
        </span>
      </summary>
      <div className="card absolute end-0 z-30 mt-1 w-56 p-1">
        {links.map((link) => (
          <Link key={link.to} to={link.to} className="menu-item">
            {link.label}
          </Link>
        ))}
        <SignOutForm />
      </div>
    </details>
  )
}
