import { ui } from '@marga/contract/limits'
import { loginMarkers, type MemberRole } from '@marga/contract/roles'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PageMeta } from '../../../components/page-meta.tsx'
import { useInstallation } from '../../../lib/installation.ts'
import { paths } from '../../../lib/paths.ts'
import { storeSignedOut } from '../../../lib/signed-out.ts'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { AuthCard } from './auth-card.tsx'
import { PasswordReset } from './password-reset.tsx'

/** The page for those who forgot their password; the same for mentees and mentors. */
export function ForgotPassword({ of: role }: { of: MemberRole }) {
  const { config } = useInstallation()
  const navigate = useNavigate()
  const [isChanged, setIsChanged] = useState(false)
  const login = paths.auth.login.getHref(loginMarkers[role])
  useDelayed(isChanged, ui.passwordResetRedirectMs, () => void navigate(login))
  return (
    <AuthCard
      productName={config.productName}
      title="Forgot password"
      description={`We email a code to the address of your ${role} account. You use it to set a new password.`}
    >
      <PageMeta title="Forgot password" description={`Set a new password for your ${role} account.`} />
      <PasswordReset
        role={role}
        onChanged={() => {
          setIsChanged(true)
          // The toast goes with this page, a second from now.
          storeSignedOut('reset')
        }}
      />
      <p className="mt-6 text-center">
        <Link to={login} className="link inline-block py-1">
          Back to login
        </Link>
      </p>
      <Toaster isOnTop />
    </AuthCard>
  )
}
