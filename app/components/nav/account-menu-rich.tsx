import * as Menu from '@radix-ui/react-dropdown-menu'
import { Link } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { Csrf } from '~/components/form/csrf'
import { paths } from '~/utils/paths'

export interface RichMenuProps {
  label: ReactNode
  /** The menu of an administrator. */
  office: boolean
  /** The plain menu it replaces was open, or held the focus. */
  startOpen: boolean
  startFocused: boolean
}

/** The account menu with arrow keys, type-ahead, Esc and a click outside. */
export function RichMenu({ label, office, startOpen, startFocused }: RichMenuProps) {
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
            <Menu.Item asChild>
              <Link to={paths.profile()} className="menu-item">
                Profile
              </Link>
            </Menu.Item>
            {office ? (
              <Menu.Item asChild>
                <Link to={paths.settings()} className="menu-item">
                  Settings
                </Link>
              </Menu.Item>
            ) : null}
            <Menu.Item className="menu-item" onSelect={() => signOut.current?.requestSubmit()}>
              Sign out
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}
