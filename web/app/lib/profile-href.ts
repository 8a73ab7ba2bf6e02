import { paths } from './paths.ts'
import { useStoredLogin } from './stored-logins.ts'

/** Where a card's Profile button leads: into the mentee area for mentees, else to the public profile. */
export function useProfileHref(): (mentorId: string) => string {
  const isMentee = useStoredLogin('mentee') !== null
  const path = isMentee ? paths.mentees.mentorProfile : paths.browse.profile
  return (mentorId) => path.getHref({ mentorId })
}
