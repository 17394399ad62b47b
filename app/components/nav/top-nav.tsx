import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from '~/components/classes'
import { Link } from '~/components/ui/link'
import { useRoot } from '~/components/use-root'
import { isAdmin } from '~/models/accounts/user'
import { isAdminPath, isSettingsPath, paths } from '~/utils/paths'
import { AccountMenu } from './account-menu'
import { Mark } from './mark'
import { SignOutForm } from './sign-out-form'

/** Logo and school, what the screen adds, the way to the portal and, for admins, the dashboard, and the account. */
export function TopNav({ children }: { children?: ReactNode }) {
  const root = useRoot()
  const { pathname } = useLocation()
  const viewer = root?.viewer
  const office = isAdminPath(pathname) && !isSettingsPath(pathname)
  const places = viewer
    ? [
        {
          to: paths.portal(),
          label: 'Customer Portal',
          current: !isAdminPath(pathname) && pathname !== paths.profile(),
        },
        ...(isAdmin(viewer) ? [{ to: paths.admin(), label: 'Admin Dashboard', current: office }] : []),
      ]
    : []
  const own = [
    { to: paths.profile(), label: 'Profile', current: pathname === paths.profile() },
    ...(viewer && isAdmin(viewer)
      ? [{ to: paths.settings(), label: 'Settings', current: isSettingsPath(pathname) }]
      : []),
  ]
  return (
    <header className="no-print border-b border-line bg-surface">
      <a
        href="#main"
        className="btn btn-primary sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:z-40"
      >
        Skip to the content
      </a>
      <nav aria-label="Main" className="mx-auto flex min-h-16 max-w-7xl items-center gap-2 px-3 sm:px-6">
        <Link to={paths.portal()} className="me-auto flex min-h-11 min-w-0 items-center gap-2">
          <Mark className="size-8 flex-none text-brand" />
          <span className="truncate text-lg font-bold tracking-tight">{root?.school ?? 'Stirrup'}</span>
        </Link>
        {viewer ? (
          <>
            {children}
            <div className="hidden items-center gap-1 md:flex">
              {places.map(({ to, label, current }) => (
                <Link
                  key={to}
                  to={to}
                  aria-current={current ? 'page' : undefined}
                  className={classes('btn', current ? 'bg-brand-soft text-brand-ink' : 'btn-quiet')}
                >
                  {label}
                </Link>
              ))}
              <AccountMenu person={viewer} links={own} />
            </div>
            <details data-menu="" className="relative md:hidden">
              <summary className="btn btn-secondary">Menu</summary>
              <div className="card absolute end-0 z-30 mt-1 w-60 p-1">
                {[...places, ...own].map(({ to, label, current }) => (
                  <Link key={to} to={to} className="menu-item" aria-current={current ? 'page' : undefined}>
                    {label}
                  </Link>
                ))}
                <SignOutForm />
              </div>
            </details>
          </>
        ) : (
          <Link to={paths.auth({ redirectTo: pathname === '/' ? undefined : pathname })} className="btn btn-secondary">
            Sign In
          </Link>
        )}
      </nav>
    </header>
  )
}
