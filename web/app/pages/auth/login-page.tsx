import { loginMarkers, type MemberRole, type Role } from '@marga/contract/roles'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { completeGoogleSignIn, completeSignIn } from '../../features/accounts/complete-sign-in.ts'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { DemoLogins } from '../../features/accounts/components/demo-logins.tsx'
import { GoogleButton } from '../../features/accounts/components/google-button.tsx'
import { LoginForm } from '../../features/accounts/components/login-form.tsx'
import { SignInNotices } from '../../features/accounts/components/sign-in-notices.tsx'
import { googleRejectionMessage } from '../../features/accounts/google-rejections.ts'
import { useFillForm } from '../../features/accounts/hooks/use-fill-form.ts'
import { currentRole } from '../../lib/auth-storage.ts'
import { redirectSignedInRole, roleOfMarker } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { signInReason } from '../../lib/sign-in-reason.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import type { Route } from './+types/login-page'

/** The page needs no data; the loader is there so that the server renders the form itself. */
export const loader = () => null
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [redirectSignedInRole]
export const clientLoader = () => null
/** Where nobody is signed in, the middleware has nothing to say to the first page, which it would draw again. */
clientLoader.hydrate = currentRole() !== null

const accountTypes = [
  { value: 'mentee', label: 'Mentees' },
  { value: 'mentor', label: 'Mentors' },
  { value: 'moderator', label: 'Moderator' },
] as const satisfies readonly { value: Role; label: string }[]

const forgotPassword = {
  mentee: paths.auth.menteeForgotPassword.getHref(),
  mentor: paths.auth.mentorForgotPassword.getHref(),
} as const
const register = {
  mentee: paths.auth.menteeRegister.getHref(),
  mentor: paths.auth.mentorRegister.getHref(),
} as const

export default function LoginPage() {
  const { config } = useInstallation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isReady = useHydrated()
  const { formRef, fill } = useFillForm()
  const role = roleOfMarker(query) ?? 'mentee'
  const reason = isReady ? signInReason(role) : null
  const [typed, setTyped] = useState('')
  const choose = (next: Role) =>
    navigate(paths.auth.login.getHref(loginMarkers[next]), { replace: true, preventScrollReset: true })

  return (
    <AuthCard
      productName={config.productName}
      title="Sign in"
      description={reason ? `Sign in ${reason}.` : 'Good to see you again.'}
    >
      <PageMeta title="Sign in" description={`Sign in to ${config.productName}.`} />
      <SignInNotices />
      <Rejection code={query.get('error')} />
      <div className="mb-6">
        <RadioCards
          legend="Account Type"
          name="accountType"
          options={accountTypes}
          value={role}
          onChange={choose}
          isRow
        />
      </div>
      <div
        ref={formRef}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'email') setTyped(target.value.trim())
        }}
      >
        <LoginForm
          role={role}
          onLoggedIn={completeSignIn}
          passwordHelp={role === 'moderator' ? null : <ForgotPasswordLink role={role} email={typed} />}
        />
      </div>
      {role === 'mentee' && config.googleSignIn ? (
        <div className="mt-4">
          <GoogleButton isReady={isReady} onClosed={completeGoogleSignIn} />
        </div>
      ) : null}
      {role === 'moderator' ? null : <RegisterHint role={role} />}
      {config.demoLogins ? (
        <DemoLogins
          logins={config.demoLogins}
          role={role}
          isReady={isReady}
          onChoose={({ email, password }) => fill({ email, password })}
        />
      ) : null}
    </AuthCard>
  )
}

const RegisterHint = ({ role }: { role: MemberRole }) => (
  <p className="mt-6 text-center text-ink-soft">
    Not a member?{' '}
    <Link to={register[role]} className="link inline-block py-1">
      {role === 'mentor' ? 'Apply as a mentor' : 'Sign up as a mentee'}
    </Link>
  </p>
)

const ForgotPasswordLink = ({ role, email }: { role: MemberRole; email: string }) => (
  <Link to={forgotPassword[role]} state={{ email }} className="link justify-self-end py-1 text-sm">
    Forgot password?
  </Link>
)

/** Why Google's sign-in led back here. */
const Rejection = ({ code }: { code: string | null }) =>
  code === null ? null : (
    <p role="alert" className="mb-6 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
      {googleRejectionMessage(code)}
    </p>
  )
