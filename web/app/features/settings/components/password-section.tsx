import { lazy, Suspense } from 'react'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import type { PasswordFormProps } from './password-form.tsx'
import { Section } from './section.tsx'

// The library of forms is a fifteenth of what the page may weigh: the page comes first.
const PasswordForm = lazy(() => import('./password-form.tsx').then((m) => ({ default: m.PasswordForm })))

/** Where the password is changed. */
export const PasswordSection = (props: PasswordFormProps) => (
  <Section
    id="password"
    title="Password"
    description={
      props.of === 'moderator'
        ? 'Changing it signs you out everywhere else.'
        : 'Changing it signs you out everywhere else, and gives your calendar a new address.'
    }
  >
    <Suspense fallback={<SkeletonText lines={6} />}>
      <PasswordForm {...props} />
    </Suspense>
  </Section>
)
