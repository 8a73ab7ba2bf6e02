import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { readLogin } from '../../../lib/auth-storage.ts'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { createMemoryStorage } from '../../../lib/messaging/memory-storage.ts'
import { createOutbox, type Outbox } from '../../../lib/messaging/outbox.ts'
import type { Unsent } from '../../../lib/messaging/unsent.ts'
import { draftTopicOf } from '../draft-topic.ts'
import { applyCommunityMessage } from '../realtime.ts'

type Owner = { role: MemberRole; userId: string }

/** What was not sent stands in the field again when its room is opened the next time; not for who has signed out. */
function keepAsDraft(owner: Owner, outbox: Outbox, isMeant: (unsent: Unsent) => boolean): void {
  if (readLogin(owner.role)?.userId !== owner.userId) return
  for (const { threadId, text, clientMessageId } of outbox.list().filter(isMeant).toReversed()) {
    const about = draftTopicOf(threadId)
    storeDraft(owner, about, [text, readDraft(owner, about)].filter(Boolean).join('\n\n'))
    outbox.discard(clientMessageId)
  }
}

const isFailed = ({ state }: Unsent) => state === 'failed'

/** The outbox of the page of a room: what failed waits for the person, and is a draft once the page is left. */
export function useRoomOutbox(owner: Owner): Outbox {
  const { role } = owner
  const client = useQueryClient()
  const hasLeft = useRef(false)
  const [outbox] = useState(() => {
    const made: Outbox = createOutbox({
      ownerId: role,
      storage: createMemoryStorage(),
      withLock: (_name, work) => work(),
      async send({ threadId: mentorId, clientMessageId, text }) {
        const body = { message: text, clientMessageId }
        const { data } = await sendRequest(api.community.send, { params: { mentorId }, body }, { role })
        applyCommunityMessage(client, role, data)
      },
      failureOf: (error) => ({ status: 0, reason: errorMessage('sendMessage', error) }),
      isTemporary: () => false,
      onFailure: ({ reason }) => {
        if (hasLeft.current) keepAsDraft(owner, made, isFailed)
        toast.error(reason)
      },
    })
    return made
  })
  const keep = useEffectEvent((isMeant: (unsent: Unsent) => boolean) => keepAsDraft(owner, outbox, isMeant))
  useEffect(() => {
    hasLeft.current = false
    // What is on its way may not arrive where the page itself goes; from one that is kept for Back nothing is lost.
    const onPageHide = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) keep(() => true)
    }
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      hasLeft.current = true
      keep(isFailed)
    }
  }, [])
  return outbox
}
