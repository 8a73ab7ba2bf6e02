import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { CommunityRoom } from '../../features/community/components/community-room.tsx'
import { mentorProfileQuery } from '../../features/mentors/queries.ts'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'

const { subscribedMentors, mentorProfile, browse } = paths.mentees

export default function MenteeCommunityPage() {
  const { mentorId = '' } = useParams()
  const { userId } = useLogin('mentee')
  const { data } = useQuery({ ...mentorProfileQuery(mentorId), throwOnError: false })
  const name = data ? `${data.mentorData.firstName} ${data.mentorData.lastName}` : null
  return (
    <>
      <PageTitle>Community</PageTitle>
      <CommunityRoom
        key={mentorId}
        of="mentee"
        userId={userId}
        mentorId={mentorId}
        title={name ? `Community of ${name}` : 'Community'}
        isSubscribed={data?.isEnrollmentActive ?? false}
        closedAction={
          data?.isEnrollmentActive ? (
            <Link to={subscribedMentors.getHref()} className={buttonStyle({ mayWrap: true })}>
              Manage this subscription
            </Link>
          ) : (
            <Link
              to={data ? mentorProfile.getHref({ mentorId }) : browse.getHref()}
              className={buttonStyle({ mayWrap: true })}
            >
              {name ? `Subscribe to ${name}` : 'Browse mentors'}
            </Link>
          )
        }
      />
    </>
  )
}
