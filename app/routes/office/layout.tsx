import { Outlet, useLocation } from '@remix-run/react'
import { TopNav } from '~/components/nav/top-nav'
import { Framed } from '~/components/screens/message-screen'
import { AskForPassword } from '~/components/sign-in/ask-for-password'
import { AskForSecondStep } from '~/components/sign-in/ask-for-second-step'
import { AskAdminToConfirm } from '~/components/sign-in/ask-to-confirm'
import { Link } from '~/components/ui/link'
import { useRoot } from '~/components/use-root'
import { paths } from '~/utils/paths'

/** The frame of the office's screens, which may use the whole width. */
export default function OfficeLayout() {
  const unsent = useRoot()?.unsent ?? 0
  const { pathname } = useLocation()
  const isSheet = pathname === paths.daySheet() || pathname.startsWith(paths.teaching())
  return (
    <>
      <TopNav />
      <main id="main" className="w-full flex-1 px-3 py-4 sm:px-6 sm:py-5">
        {unsent > 0 && !isSheet ? (
          <p className="no-print mb-3 font-semibold text-warn">
            {unsent} {unsent === 1 ? 'change' : 'changes'} from the barn not sent yet.{' '}
            <Link to={paths.daySheet()} className="link inline-flex min-h-11 items-center">
              Open the day sheet
            </Link>
          </p>
        ) : null}
        <AskForPassword />
        <AskForSecondStep />
        <AskAdminToConfirm />
        <Framed.Provider value={true}>
          <Outlet />
        </Framed.Provider>
      </main>
    </>
  )
}
