import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useState } from 'react'
import { conversationWith } from '../../features/chat/chat-api.ts'
import { outboxOf } from '../../features/chat/outboxes.ts'
import { currentTime } from '../../lib/clock.ts'
import { uniqueId } from '../../lib/unique-id.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** Where a word about a session can go; asked for before the question is, whose buttons would move when it comes. */
export const useConversationOf = ({ type, menteeId }: Slot) =>
  useQuery({
    queryKey: ['chat', 'mentor', 'with', menteeId?._id],
    queryFn: () => conversationWith('mentor', menteeId!._id),
    enabled: menteeId !== null && type === 'session',
    throwOnError: false,
  })

type CancelMessageProps = {
  userId: string
  slot: Slot
  /** Given what sends the text that is shown; null while none is. */
  send: Ref<() => void>
}

/**
 * A word to the mentee whose session is being cancelled. It goes to their conversation, by the outbox, which tries until
 * it is there. Not for an intro call: once that is cancelled, nothing can be written any more.
 */
export function CancelMessage({ userId, slot, send }: CancelMessageProps) {
  const mentee = slot.menteeId
  const { data: conversation } = useConversationOf(slot)
  const [text, setText] = useState('')
  const isShown = mentee !== null && conversation?.canSend === true
  const words = isShown ? text.trim() : ''
  const post = () => {
    if (!conversation || !words) return
    outboxOf({ role: 'mentor', userId }).add({
      threadId: conversation._id,
      clientMessageId: uniqueId(),
      text: words,
      createdAt: currentTime().toISOString(),
      // The conversation is not on this page.
      seenSeq: 0,
    })
  }
  // Renewed at every render, so that it holds the text that is shown.
  useImperativeHandle(send, () => post)
  if (!isShown) return null
  return (
    <Field
      label={`Message to ${mentee.firstName} (optional)`}
      hint="Sent to your chat once the session is cancelled."
    >
      {(field) => (
        <Textarea
          {...field}
          rows={3}
          maxLength={limits.messageMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Field>
  )
}
