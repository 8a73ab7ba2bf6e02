import { PageTitle } from '../../components/page-title.tsx'
import { CommunityRoom } from '../../features/community/components/community-room.tsx'
import { useLogin } from '../../lib/guards.ts'

export default function MentorCommunityPage() {
  const { userId } = useLogin('mentor')
  return (
    <>
      <PageTitle>Community</PageTitle>
      <CommunityRoom of="mentor" userId={userId} mentorId={userId} title="Your community" />
    </>
  )
}
