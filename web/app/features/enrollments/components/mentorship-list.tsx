import type { Enrollment } from '@marga/contract/enrollments'
import { Link } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { SessionCredits } from './session-credits.tsx'

type MentorshipListProps = {
  enrollments: readonly Enrollment[]
  profileHref: (mentorId: string) => string
  scheduleHref: (mentorId: string) => string
  allHref: string
}

/** The mentors one is subscribed to, with the calls that are left. */
export function MentorshipList({ enrollments, profileHref, scheduleHref, allHref }: MentorshipListProps) {
  return (
    <Card className="grid grid-cols-1 gap-2">
      <CardTitle>Your mentors</CardTitle>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {enrollments.map((enrollment) => {
          const { mentorId: mentor } = enrollment
          return (
            <li key={enrollment._id} className="grid grid-cols-1 gap-3 py-4">
              <div className="flex items-center gap-3">
                <Avatar src={mentor.profileImageUrl} size="sm" />
                <div className="min-w-0">
                  <Link to={profileHref(mentor._id)} className="font-semibold hover:underline">
                    {mentor.firstName} {mentor.lastName}
                  </Link>
                  <p className="truncate text-sm text-ink-soft">{mentor.jobTitle}</p>
                </div>
              </div>
              <SessionCredits enrollment={enrollment} />
              <Link
                to={scheduleHref(mentor._id)}
                className={buttonStyle({ variant: 'secondary', size: 'sm', className: 'w-fit' })}
              >
                Book a session
              </Link>
            </li>
          )
        })}
      </ul>
      <Link to={allHref} className="link text-sm">
        Manage subscriptions
      </Link>
    </Card>
  )
}
