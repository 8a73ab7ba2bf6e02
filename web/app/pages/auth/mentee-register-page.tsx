import { ui } from '@marga/contract/limits'
import { texts } from '@marga/contract/texts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { MenteeRegisterForm } from '../../features/accounts/components/mentee-register-form.tsx'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { signInReason } from '../../lib/sign-in-reason.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { SuccessDialog } from '../../ui/success-dialog.tsx'

export default function MenteeRegisterPage() {
  const { config } = useInstallation()
  const navigate = useNavigate()
  const [isRegistered, setIsRegistered] = useState(false)
  useDelayed(isRegistered, ui.menteeSignUpRedirectMs, () => void navigate(paths.mentees.home.getHref()))
  const reason = useHydrated() ? signInReason('mentee') : null
  return (
    <AuthCard
      productName={config.productName}
      title="Sign up as a Mentee"
      description={
        <>
          {reason ? <span className="mb-1 block text-ink">Create your account {reason}.</span> : null}
          Want to teach instead?{' '}
          <Link to={paths.auth.mentorRegister.getHref()} className="link">
            Sign up as a Mentor
          </Link>
        </>
      }
    >
      <PageMeta
        title="Sign up as a Mentee"
        description={`Create a mentee account on ${config.productName}: it is free until you subscribe to a mentor.`}
      />
      <MenteeRegisterForm onRegistered={() => setIsRegistered(true)} />
      <p className="mt-6 text-center text-ink-soft">
        Already a member?{' '}
        <Link to={paths.auth.login.getHref('mentees')} className="link inline-block py-1">
          Sign in
        </Link>
      </p>
      <SuccessDialog
        isOpen={isRegistered}
        title={texts.menteeSignUp.successTitle}
        action={
          <Link to={paths.mentees.home.getHref()} className={buttonStyle({ className: 'mt-2' })}>
            Go to sign-in
          </Link>
        }
      >
        We’ll take you to the sign-in page in a moment.
      </SuccessDialog>
    </AuthCard>
  )
}
