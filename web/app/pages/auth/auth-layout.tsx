import { Outlet } from 'react-router'
import { Toaster } from '../../ui/toaster.tsx'

/** Sign-in and registration: no bar, no footer, nothing to lead away. */
export default function AuthLayout() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  )
}
