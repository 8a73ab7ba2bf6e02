import type { Enrollment } from '@marga/contract/enrollments'
import { Avatar } from '../../../ui/avatar.tsx'
import { SessionCredits } from './session-credits.tsx'

type MentorChoiceProps = {
  enrollments: readonly Enrollment[]
  chosen: Enrollment
  onChoose: (mentorId: string) => void
}

/** Whose hours are shown: one of the mentors subscribed to. */
export function MentorChoice({ enrollments, chosen, onChoose }: MentorChoiceProps) {
  return (
    <fieldset className="mb-8 min-w-0">
      <legend className="mb-2 text-sm font-semibold">Mentor</legend>
      <div className="flex flex-wrap gap-3">
        {enrollments.map((enrollment) => {
          const { mentorId: mentor } = enrollment
          return (
            <label
              key={enrollment._id}
              className="flex min-h-16 items-center gap-3 rounded-lg border border-line-strong bg-surface py-2.5 pr-5 pl-3 has-checked:border-positive has-checked:bg-positive-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:w-full"
            >
              <input
                type="radio"
                name="mentor"
                value={mentor._id}
                checked={enrollment._id === chosen._id}
                onChange={() => onChoose(mentor._id)}
                className="sr-only"
              />
              <Avatar src={mentor.profileImageUrl} size="sm" />
              <span className="min-w-0">
                <span className="block truncate font-semibold">
                  {mentor.firstName} {mentor.lastName}
                </span>
                <SessionCredits enrollment={enrollment} />
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
