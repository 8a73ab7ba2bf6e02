import { loginMarkers, type MemberRole } from '@marga/contract/roles'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { ConfirmAddressForm } from '../../features/accounts/components/confirm-address-form.tsx'
import { type Confirmation, confirmBySession } from '../../features/accounts/confirm-address.ts'
import { useStoredLogin } from '../../lib/auth-storage.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/verify-email-page'

/** Spends the secret of the mail where this browser is signed in to its account. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams
  const role: MemberRole = query.get('role') === 'mentor' ? 'mentor' : 'mentee'
  const token = query.get('token') ?? ''
  return { role, token, confirmation: await confirmBySession(role, token) }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash
/** The secret may be spent: it is not sent again, whatever else the page does. */
export const shouldRevalidate = () => false

export default function VerifyEmailPage() {
  const { config } = useInstallation()
  const { role, token, confirmation: first } = useLoaderData<typeof clientLoader>()
  const [confirmation, setConfirmation] = useState<Confirmation>(first)
  const { state } = confirmation
  return (
    <AuthCard
      productName={config.productName}
      title={titles[state]}
      description={state === 'failed' ? confirmation.text : descriptions[state][role]}
    >
      <PageMeta title="Confirm your email" description="Confirm the email address of an account." />
      {state === 'password' ? (
        <>
          <ConfirmAddressForm of={role} token={token} onSettled={setConfirmation} />
          <ForgottenPassword of={role} />
        </>
      ) : state === 'failed' && !confirmation.isOver ? (
        <Button isWide onClick={() => window.location.reload()}>
          Try again
        </Button>
      ) : (
        <NextStep of={role} isConfirmed={state === 'confirmed'} />
      )}
    </AuthCard>
  )
}

const titles: Record<Confirmation['state'], string> = {
  confirmed: 'Your email is confirmed',
  password: 'Confirm your email',
  failed: 'Not confirmed',
}

const passwordRequired =
  'Enter the password of the account that uses this address, so that we know it was you who created it.'
const descriptions: Record<'confirmed' | 'password', Record<MemberRole, string>> = {
  confirmed: {
    mentee: 'Thank you. You are all set.',
    mentor: 'Thank you. If your application is still under review, we email you when it is decided.',
  },
  password: {
    mentee: passwordRequired,
    mentor: `${passwordRequired} If you applied as a mentor, use the password from your application.`,
  },
}

/** Setting a new password by a mailed code confirms the address as well. */
function ForgottenPassword({ of: role }: { of: MemberRole }) {
  const { menteeForgotPassword, mentorForgotPassword } = paths.auth
  return (
    <p className="mt-6 text-center">
      <Link
        to={(role === 'mentor' ? mentorForgotPassword : menteeForgotPassword).getHref()}
        className="link inline-block py-1"
      >
        Forgot password?
      </Link>
    </p>
  )
}

function NextStep({ of: role, isConfirmed }: { of: MemberRole; isConfirmed: boolean }) {
  const isSignedIn = useStoredLogin(role) !== null
  const area = role === 'mentor' ? paths.mentors : paths.mentees
  const [href, label] = isSignedIn
    ? [area.profile.getHref(), isConfirmed ? 'Go to your profile' : 'Ask for a new link in your profile']
    : role === 'mentor' && isConfirmed
      ? [paths.home.getHref(), 'Go to the home page']
      : [paths.auth.login.getHref(loginMarkers[role]), 'Sign in']
  return (
    <>
      {isSignedIn || isConfirmed ? null : (
        <p className="mb-6 text-ink-soft">
          {role === 'mentor'
            ? 'Applicants can get a new link on their application page, which our first email links to. Mentors can get one in their profile.'
            : 'Sign in, and you can get a new link in your profile.'}
        </p>
      )}
      <Link to={href} className={buttonStyle({ isWide: true })}>
        {label}
      </Link>
    </>
  )
}
