import { Outlet } from '@remix-run/react'
import { TopNav } from '~/components/nav/top-nav'

/** The frame of the office's screens, which may use the whole width. */
export default function OfficeLayout() {
  return (
    <>
      <TopNav />
      <main id="main" className="w-full flex-1 px-3 py-4 sm:px-6 sm:py-5">
        <Outlet />
      </main>
    </>
  )
}
