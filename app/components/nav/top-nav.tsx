import { useLocation } from '@remix-run/react'
import { t } from '#text'
import { classes } from '~/components/classes'
import { useServerContext } from '~/components/server-context'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Menu } from '~/components/ui/menu'
import { useRoot } from '~/components/use-root'
import { isAdmin, isInstructor, type SignedIn } from '~/models/vocabulary/user'
import { isAdminPath, paths } from '~/utils/paths'
import { AccountMenu, MenuPlaces } from './account-menu'

import { OfficeSearch } from './office-search'
import {
  familyPlaces,
  officePlace,
  officePlaces,
  ownPlaces,
  ownTeachingPlaces,
  type Place,
  teachingPlaces,
} from './places'
import { SchoolMark } from './school-mark'
import { SignOutForm } from './sign-out-form'

/**
 * The header of all screens: the school's name, the screens of the office or of a family, the office's search, and the
 * account.
 */
export function TopNav() {
  const root = useRoot()
  const { pathname } = useLocation()
  const { unavailable } = useServerContext()
  const viewer = root?.viewer
  const inOffice = Boolean(viewer && isAdmin(viewer)) && isAdminPath(pathname)
  const teaches = Boolean(viewer && isInstructor(viewer))
  const office = inOffice ? paths.admin() : paths.portal()
  const home = teaches ? paths.teaching() : office
  return (
    <header className="banner no-print overflow-x-clip bg-banner text-on-banner">
      <a
        href="#main"
        className="btn btn-primary sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:z-40"
      >
        {t('Skip to the content')}
      </a>
      <nav
        aria-label={t('Main')}
        className={classes(
          'mx-auto flex min-h-14 w-full items-center gap-1 max-lg:flex-wrap sm:px-6',
          inOffice ? 'px-3' : 'max-w-5xl px-4',
        )}
      >
        <Link to={home} className="me-auto flex min-h-11 min-w-0 items-center gap-2 max-lg:flex-[1_1_8rem]">
          <SchoolMark mark="size-8" logo="h-9 max-w-20 sm:max-w-32" />
          <span
            className={classes(
              'line-clamp-2 font-bold leading-tight tracking-tight sm:text-lg sm:leading-tight',
              inOffice && 'lg:max-xl:sr-only',
            )}
          >
            {root?.school ?? 'Stirrup'}
          </span>
        </Link>
        {viewer ? <ViewerPlaces viewer={viewer} at={pathname} inOffice={inOffice} /> : null}
        {viewer || unavailable ? null : (
          <Link
            to={paths.auth({ redirectTo: pathname === '/' ? undefined : pathname })}
            className="btn btn-secondary flex-none"
          >
            {t('Sign In')}
          </Link>
        )}
      </nav>
    </header>
  )
}

function placesOf(viewer: SignedIn, at: string, inOffice: boolean): Place[] {
  if (isInstructor(viewer)) return teachingPlaces(at)
  if (inOffice) return officePlaces(at)
  return isAdmin(viewer) ? [...familyPlaces(at), officePlace()] : familyPlaces(at)
}

function ViewerPlaces({ viewer, at, inOffice }: { viewer: SignedIn; at: string; inOffice: boolean }) {
  const own = isInstructor(viewer) ? ownTeachingPlaces(at) : ownPlaces(at, isAdmin(viewer))
  const places = placesOf(viewer, at, inOffice)
  return (
    <>
      <div className="hidden items-center lg:flex">
        {places.map(({ to, label, current }) => (
          <Link key={to} to={to} aria-current={current ? 'page' : undefined} className="place">
            {label}
          </Link>
        ))}
      </div>
      {inOffice ? <OfficeSearch /> : null}
      <div className="hidden lg:block">
        <AccountMenu person={viewer} places={own} />
      </div>
      <div className="lg:hidden">
        <Menu
          className="btn btn-secondary"
          button={
            <>
              <Icon name="menu" />
              {t('Menu')}
            </>
          }
        >
          <MenuPlaces places={[...places, ...own]} />
          <SignOutForm />
        </Menu>
      </div>
    </>
  )
}
