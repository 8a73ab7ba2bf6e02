import { texts } from '@marga/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'sonner'
import { useCatchUp, useConnectionState, useServerEvent } from '../../../lib/use-connection.ts'
import type { ChatOwner } from '../chat-api.ts'
import { outboxOf } from '../outboxes.ts'
import { applyRead } from '../queries.ts'
import {
  applyAwaiting,
  applyDisconnected,
  applyMessage,
  applyMessageChanged,
  applyPresence,
  applyReconnected,
  applyTyping,
  applyUnread,
} from '../realtime.ts'
import { createSeenFilter, shouldToast } from '../toast-rules.ts'

type Options = {
  /** The conversation that is on the screen at that moment. */
  findOpen: () => string | undefined
  /** Leads to a conversation, from its toast. */
  onOpen: (conversationId: string) => void
}

/** Keeps everything of the chat current while the area is open; its layout calls this once. */
export function useChatLive(owner: ChatOwner, { findOpen, onOpen }: Options): void {
  const { role, userId } = owner
  const client = useQueryClient()
  const [isFirst] = useState(createSeenFilter)

  useServerEvent(role, 'messageReveived', (incoming) => {
    applyMessage(client, role, incoming)
    const { _id, firstName } = incoming.sender.senderId
    if (_id === userId) return outboxOf(owner).settle(incoming.clientMessageId)
    const view = { ownId: userId, openConversationId: findOpen(), hasFocus: document.hasFocus() }
    if (!isFirst(incoming._id) || !shouldToast(incoming, view)) return
    toast.info(texts.chat.toast(firstName), {
      id: incoming._id,
      action: { label: 'Open', onClick: () => onOpen(incoming.conversation._id) },
    })
  })
  useServerEvent(role, 'messageChanged', (event) => applyMessageChanged(client, role, event.conversationId))
  useServerEvent(role, 'unread', (event) => applyUnread(client, role, event))
  useServerEvent(role, 'awaiting', (event) => applyAwaiting(client, role, event))
  useServerEvent(role, 'read', (event) => applyRead(client, role, event))
  useServerEvent(role, 'typing', (event) => applyTyping(client, role, event, performance.now()))
  useServerEvent(role, 'presence', (event) => applyPresence(client, role, event))
  useServerEvent(role, 'presences', ({ people }) => {
    for (const person of people) applyPresence(client, role, person)
  })

  const isConnected = useConnectionState(role) === 'connected'
  useCatchUp(role, () => {
    applyReconnected(client, role)
    outboxOf(owner).kick()
  })
  const onDisconnected = useEffectEvent(() => applyDisconnected(client, role))
  useEffect(() => {
    if (isConnected) return () => onDisconnected()
  }, [isConnected])
}
