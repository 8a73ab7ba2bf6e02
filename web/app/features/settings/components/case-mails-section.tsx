import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSetCaseMails } from '../mutations.ts'
import { caseMailsQuery } from '../queries.ts'
import { Section } from './section.tsx'

/** Whether a moderator is mailed about what waits. */
export function CaseMailsSection({ userId }: { userId: string }) {
  const { data, error, refetch, isFetching } = useQuery(caseMailsQuery(userId))
  const set = useSetCaseMails(userId)
  return (
    <Section
      id="preferences"
      title="Notifications"
      description="New cases always show in your notifications here."
    >
      {data ? (
        <Switch
          label="Email: cases"
          hint="When a new case comes in, or an applicant answers."
          isOn={data.email.cases}
          onChange={(isOn) => set.mutate(isOn)}
        />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={2} />
      )}
    </Section>
  )
}
