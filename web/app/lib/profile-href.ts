import { useStoredLogin } from './auth-storage.ts'
import { paths } from './paths.ts'

/** Where a card's Profile button leads: into the mentee area for mentees, else to the public profile. */
export function useProfileHref(): (mentorId: string) => string {
  const isMentee = useStoredLogin('mentee') !== null
  const path = isMentee ? paths.mentees.mentorProfile : paths.browse.profile
  return (mentorId) => path.getHref({ mentorId })
}
