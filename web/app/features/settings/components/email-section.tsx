import type { MemberRole } from '@marga/contract/roles'
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { EmailState } from './email-state.tsx'
import { Section } from './section.tsx'

type EmailSectionProps = {
  of: MemberRole
  profile: UseQueryResult<{ email: string; isEmailVerified: boolean }>
}

/** The address of the account: codes and notices go there once it is known to be the person's own. */
export function EmailSection({ of: role, profile }: EmailSectionProps) {
  const { data, error, refetch, isFetching } = profile
  return (
    <Section
      id="email"
      title="Email address"
      description={
        data?.isEmailVerified === false
          ? 'Until you confirm it, we only send security emails, links and codes to it.'
          : 'We send notifications, receipts and password reset codes to it.'
      }
    >
      {data ? (
        <EmailState of={role} email={data.email} isVerified={data.isEmailVerified} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={2} />
      )}
    </Section>
  )
}
