import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Card } from '~/components/ui/card'
import { Dialog } from '~/components/ui/dialog'
import { isSettingsPath } from '~/utils/paths'

/** A form that is both a page of the settings and a dialog over a screen that uses it. */
export function SettingsList({
  title,
  dialog,
  closeTo,
  children,
}: {
  title: string
  dialog: string
  closeTo: string
  children: ReactNode
}) {
  const { pathname } = useLocation()
  if (isSettingsPath(pathname)) return <Card title={title}>{children}</Card>
  return (
    <Dialog title={dialog} closeTo={closeTo} wide>
      {children}
    </Dialog>
  )
}
