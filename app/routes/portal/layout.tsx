import { Outlet, useLocation } from '@remix-run/react'
import { SchoolFooter } from '~/components/nav/school-footer'
import { TopNav } from '~/components/nav/top-nav'
import { Framed } from '~/components/screens/message-screen'
import { AskForPassword } from '~/components/sign-in/ask-for-password'
import { useRoot } from '~/components/use-root'
import { paths } from '~/utils/paths'

/** The frame of the customers' screens. At `/` a signed-out visitor sees the sign-in screen, which frames itself. */
export default function PortalLayout() {
  const viewer = useRoot()?.viewer
  const { pathname } = useLocation()
  if (!viewer && pathname === paths.portal()) return <Outlet />
  return (
    <>
      <TopNav />
      <main id="main" className="mx-auto w-full max-w-5xl flex-1 px-4 py-5 sm:px-6 sm:py-8">
        <AskForPassword />
        <Framed.Provider value={true}>
          <Outlet />
        </Framed.Provider>
      </main>
      <SchoolFooter />
    </>
  )
}
