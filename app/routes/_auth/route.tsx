import { Outlet } from '@remix-run/react'

export default function SignedOutLayout() {
  return <Outlet />
}
