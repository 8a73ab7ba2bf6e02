import { keepDraft, readDraft } from '../../../lib/drafts.ts'
import { useLogin } from '../../../lib/guards.ts'

const aboutOf = (mentorId: string) => `refusal.${mentorId}`

/** The reason that is being written for refusing somebody: it outlives the dialog, the page and a reload. */
export function useRefusalDraft() {
  const { userId } = useLogin('moderator')
  const owner = { role: 'moderator', userId } as const
  return {
    read: (mentorId: string) => readDraft(owner, aboutOf(mentorId)),
    /** Empty text ends it. */
    keep: (mentorId: string, text: string) => keepDraft(owner, aboutOf(mentorId), text),
  }
}
