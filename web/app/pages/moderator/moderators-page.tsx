import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { InviteForm } from '../../features/moderators/components/invite-form.tsx'
import { LeaveDialog } from '../../features/moderators/components/leave-dialog.tsx'
import { ModeratorList } from '../../features/moderators/components/moderator-list.tsx'
import { OpenInvitations } from '../../features/moderators/components/open-invitations.tsx'
import { moderatorsQuery } from '../../features/moderators/queries.ts'
import { signOutAfterDeletion } from '../../features/settings/sign-out-after-deletion.ts'
import { Card, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function ModeratorsPage() {
  const { data, error, isFetching, refetch } = useQuery(moderatorsQuery())
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <PageTitle>Moderators</PageTitle>
      <PageHeader title="Moderators" description="Who moderates here, and who is invited to." />
      {data ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card>
            <ModeratorList moderators={data.moderators} onLeave={() => setIsLeaving(true)} />
          </Card>
          <div className="grid grid-cols-1 gap-6">
            <Card>
              <CardTitle className="mb-4">Invite a moderator</CardTitle>
              <InviteForm />
            </Card>
            <Card>
              <CardTitle className="mb-4">Open invitations</CardTitle>
              <OpenInvitations invitations={data.invitations} />
            </Card>
          </div>
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-80" />
      )}
      {isLeaving && data ? (
        <LeaveDialog
          isLast={data.moderators.length === 1}
          onClose={() => setIsLeaving(false)}
          onLeft={() => signOutAfterDeletion('moderator')}
        />
      ) : null}
    </>
  )
}
