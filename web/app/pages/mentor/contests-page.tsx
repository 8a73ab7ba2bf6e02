import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { MentorDisputes } from '../../features/disputes/components/mentor-disputes.tsx'
import { useLogin } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

/** `?contest=` and `?refund=` lead to one of them. */
export default function ContestsPage() {
  const { userId } = useLogin('mentor')
  const [query] = useSearchParams()
  return (
    <>
      <PageTitle>Contests and refunds</PageTitle>
      <PageHeader
        title="Contests and refunds"
        description="Sessions that were recorded differently than you or a mentee saw them, and requests for money back."
      />
      <MentorDisputes userId={userId} openId={query.get('contest') ?? query.get('refund')} />
      <ZoneNote className="mt-6 text-xs text-ink-faint" />
    </>
  )
}
