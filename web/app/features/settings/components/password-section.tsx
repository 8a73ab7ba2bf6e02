import type { Role } from '@marga/contract/roles'
import { lazy, Suspense } from 'react'
import { useInstallation } from '../../../lib/installation.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import type { PasswordFormProps } from './password-form.tsx'
import { Section } from './section.tsx'

// The library of forms is a fifteenth of what the page may weigh: the page comes first.
const PasswordForm = lazy(() => import('./password-form.tsx').then((m) => ({ default: m.PasswordForm })))

/** Where the password is changed. */
export function PasswordSection(props: PasswordFormProps) {
  const { googleSignIn } = useInstallation().config
  return (
    <Section id="password" title="Password" description={descriptionOf(props.of, googleSignIn)}>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <PasswordForm {...props} />
      </Suspense>
    </Section>
  )
}

function descriptionOf(role: Role, googleSignIn: boolean): string {
  const signedOut = 'Changing it signs you out everywhere else'
  if (role === 'moderator') return `${signedOut}.`
  const all = `${signedOut}, and gives your calendar a new address.`
  // Only mentees sign in by it; whether an account has a password is told to nobody.
  return role === 'mentee' && googleSignIn
    ? `${all} If you have only ever signed in with Google, you have none yet: “Forgot password?” on the sign-in page sets one.`
    : all
}
