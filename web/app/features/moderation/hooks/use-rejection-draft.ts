import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { useLogin } from '../../../lib/guards.ts'

const aboutOf = (mentorId: string) => `refusal.${mentorId}`

/** The reason that is being written for refusing somebody: it outlives the dialog, the page and a reload. */
export function useRejectionDraft() {
  const { userId } = useLogin('moderator')
  const owner = { role: 'moderator', userId } as const
  return {
    read: (mentorId: string) => readDraft(owner, aboutOf(mentorId)),
    /** Empty text ends it. */
    keep: (mentorId: string, text: string) => storeDraft(owner, aboutOf(mentorId), text),
  }
}
