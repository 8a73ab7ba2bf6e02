import { ui } from '@marga/contract/limits'
import { texts } from '@marga/contract/texts'
import { vettingChecklist } from '@marga/contract/vetting-states'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { MentorRegisterForm } from '../../features/accounts/components/mentor-register-form.tsx'
import { VettingChecklist } from '../../features/accounts/components/vetting-checklist.tsx'
import type { ApplicationOutcome } from '../../features/accounts/rules.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { SuccessDialog } from '../../ui/success-dialog.tsx'

/** Everyone may read it before they apply. */
const checked = Object.entries(vettingChecklist).map(([item, of]) => ({ item, ...of }))

export default function MentorRegisterPage() {
  const { config } = useInstallation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const again = query.get('again') ?? undefined
  const [outcome, setOutcome] = useState<ApplicationOutcome>('stay')
  const next = outcome === 'leave-to-login' ? paths.auth.login.getHref('mentors') : paths.home.getHref()
  useDelayed(outcome !== 'stay', ui.mentorSignUpRedirectMs, () => void navigate(next))
  return (
    <AuthCard
      isWide
      productName={config.productName}
      title={again ? 'Apply again as a Mentor' : 'Sign up as a Mentor'}
      description={
        again ? (
          'Use the email address to which we sent this link. What you enter here replaces your earlier application, including its password.'
        ) : (
          <>
            A person reads every application; we reply by email after detailed verification. Looking for a
            mentor yourself?{' '}
            <Link to={paths.auth.menteeRegister.getHref()} className="link">
              Sign up as a Mentee
            </Link>
          </>
        )
      }
    >
      <PageMeta
        title="Become a Mentor"
        description={`Apply as a mentor on ${config.productName}: your own rate, your own hours.`}
      />
      <VettingChecklist title="What we look at" items={checked} />
      <MentorRegisterForm token={again} onOutcome={setOutcome} />
      <p className="mt-6 text-center text-ink-soft">
        Already a mentor here?{' '}
        <Link to={paths.auth.login.getHref('mentors')} className="link inline-block py-1">
          Sign in
        </Link>
      </p>
      <SuccessDialog
        isOpen={outcome === 'submitted'}
        title={texts.mentorSignUp.successTitle}
        action={
          <Link to={paths.auth.login.getHref('mentors')} className={buttonStyle()}>
            Go to sign-in
          </Link>
        }
      >
        {texts.mentorSignUp.successText}
        {again ? null : (
          <span className="mt-3 block text-sm">
            If your email address is not confirmed yet, we have just sent you a link. Applied before with this
            address and refused? Then nothing was submitted: use the link that we have just emailed.
          </span>
        )}
      </SuccessDialog>
    </AuthCard>
  )
}
