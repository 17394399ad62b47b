import * as Menu from '@radix-ui/react-dropdown-menu'
import { Link } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { Csrf } from '~/components/form/csrf'
import { paths } from '~/utils/paths'

export interface MenuLink {
  label: string
  to: string
}

export interface RichMenuProps {
  label: ReactNode
  links: MenuLink[]
  /** The plain menu it replaces was open, or held the focus. */
  startOpen: boolean
  startFocused: boolean
}

/** The account menu with arrow keys, type-ahead, Esc and a click outside. */
export function RichMenu({ label, links, startOpen, startFocused }: RichMenuProps) {
  const signOut = useRef<HTMLFormElement>(null)
  return (
    <>
      <form ref={signOut} method="post" action={paths.logout()} hidden>
        <Csrf />
      </form>
      <Menu.Root modal={false} defaultOpen={startOpen}>
        <Menu.Trigger className="flex min-h-11 items-center gap-2 rounded px-2 hover:bg-sunk" autoFocus={startFocused}>
          {label}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content align="end" sideOffset={4} className="card z-30 w-56 p-1">
            {links.map(({ label, to }) => (
              <Menu.Item key={to} asChild>
                <Link to={to} className="menu-item">
                  {label}
                </Link>
              </Menu.Item>
            ))}
            <Menu.Item className="menu-item" onSelect={() => signOut.current?.requestSubmit()}>
              Sign out
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}
