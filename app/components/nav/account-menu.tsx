import { Link } from '@remix-run/react'
import { type ComponentType, useRef, useState } from 'react'
import { displayName } from '~/models/accounts/user'
import type { MenuLink, RichMenuProps } from './account-menu-rich'
import { Avatar, type Person } from './avatar'
import { SignOutForm } from './sign-out-form'

/** Initials and full name, opening these links and Sign out. Plain `<details>` until somebody with scripts comes near it. */
export function AccountMenu({ person, links }: { person: Person; links: MenuLink[] }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [Rich, setRich] = useState<ComponentType<RichMenuProps> | null>(null)
  const [handover, setHandover] = useState({ open: false, focused: false })

  // Loaded on first need: it is as large as everything else of ours on the page.
  const enrich = async () => {
    const { RichMenu } = await import('./account-menu-rich')
    setHandover({
      open: details.current?.open ?? false,
      focused: details.current?.contains(document.activeElement) ?? false,
    })
    setRich(() => RichMenu)
  }

  const label = <AccountLabel person={person} />
  if (Rich) return <Rich label={label} links={links} startOpen={handover.open} startFocused={handover.focused} />
  return (
    <details ref={details} className="relative" onPointerEnter={enrich} onFocus={enrich}>
      <summary className="flex min-h-11 items-center gap-2 rounded px-2 hover:bg-sunk">{label}</summary>
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

function AccountLabel({ person }: { person: Person }) {
  return (
    <>
      <Avatar person={person} />
      <span className="max-w-64 truncate font-semibold">{displayName(person)}</span>
      <span aria-hidden="true" className="text-muted">
        ▾
      </span>
    </>
  )
}
