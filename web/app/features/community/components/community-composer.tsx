import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import { SendHorizontal } from 'lucide-react'
import { useComposer } from '../../../components/messaging/use-composer.ts'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { draftTopicOf } from '../draft-topic.ts'

type CommunityComposerProps = {
  owner: { role: MemberRole; userId: string }
  /** Whose room it is. */
  mentorId: string
  onSend: (text: string) => void
}

export function CommunityComposer({ owner, mentorId, onSend }: CommunityComposerProps) {
  const about = draftTopicOf(mentorId)
  const { text, write, field, canSend, send, onKeyDown } = useComposer({
    draft: readDraft(owner, about),
    onSend,
    onChange: (next) => storeDraft(owner, about, next),
  })
  return (
    <form
      method="post"
      onSubmit={send}
      className="flex items-end gap-2 border-t border-line bg-surface p-3 sm:p-4"
    >
      <Textarea
        ref={field}
        aria-label="Message to everyone"
        rows={1}
        value={text}
        maxLength={limits.messageMax}
        placeholder="Write to everyone"
        onKeyDown={onKeyDown}
        onChange={(event) => write(event.currentTarget.value)}
        className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none!"
      />
      <Button type="submit" size="icon" aria-label="Send" disabled={!canSend}>
        <SendHorizontal className="size-5" aria-hidden="true" />
      </Button>
    </form>
  )
}
