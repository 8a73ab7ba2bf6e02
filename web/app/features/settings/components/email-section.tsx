import { SkeletonText } from '../../../ui/skeleton.tsx'
import type { Member } from '../queries.ts'
import { EmailState } from './email-state.tsx'
import { Section } from './section.tsx'

type EmailSectionProps = {
  of: Member
  /** Undefined while it is not known. */
  profile: { email: string; isEmailVerified: boolean } | undefined
}

/** The address of the account: codes and notices go there once it is known to be the person's own. */
export function EmailSection({ of: role, profile }: EmailSectionProps) {
  return (
    <Section
      id="email"
      title="Email address"
      description="We send notifications, receipts and password reset codes to it."
    >
      {profile ? (
        <EmailState of={role} email={profile.email} isVerified={profile.isEmailVerified} />
      ) : (
        <SkeletonText lines={2} />
      )}
    </Section>
  )
}
