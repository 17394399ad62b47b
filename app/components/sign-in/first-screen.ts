import { useLocation } from '@remix-run/react'
import { useRoot } from '~/components/use-root'
import { isAdmin, isInstructor } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'

/** Returns the signed-in user on the first screen of their role, or else null. */
export function useFirstScreen() {
  const viewer = useRoot()?.viewer
  const { pathname } = useLocation()
  if (!viewer) return null
  const office = isAdmin(viewer) ? paths.admin() : paths.portal()
  return pathname === (isInstructor(viewer) ? paths.teaching() : office) ? viewer : null
}
