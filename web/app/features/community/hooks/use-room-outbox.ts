import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { createMemoryStorage } from '../../../lib/messaging/memory-storage.ts'
import { createOutbox } from '../../../lib/messaging/outbox.ts'
import { applyCommunityMessage } from '../realtime.ts'

/** The outbox of the page of a room: what failed waits for the person, and goes with the page. */
export function useRoomOutbox(role: MemberRole) {
  const client = useQueryClient()
  const [outbox] = useState(() =>
    createOutbox({
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
      onFailure: ({ reason }) => toast.error(reason),
    }),
  )
  return outbox
}
