import type { MemberRole } from '@marga/contract/roles'
import { paths } from './paths.ts'

/** All that moderators see of one person. */
export const dossierHref = ({ _id, role }: { _id: string; role: MemberRole }): string =>
  role === 'mentee'
    ? paths.moderator.mentee.getHref({ menteeId: _id })
    : paths.moderator.mentor.getHref({ mentorId: _id })
