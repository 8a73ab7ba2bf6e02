import type { LiveRoom } from '@marga/contract/live'
import { texts } from '@marga/contract/texts'
import { useState } from 'react'
import { toast } from 'sonner'
import { useServerEvent } from '../../../lib/use-connection.ts'
import type { LiveOwner } from '../queries.ts'

export type Panel = 'chat' | 'notes'

/** What stands beside the picture; a message that comes while the chat does not is announced. */
export function useCallPanel(owner: LiveOwner, room: LiveRoom) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const [hasNewMessage, setHasNewMessage] = useState(false)
  useServerEvent(owner.role, 'messageReveived', (incoming) => {
    const { _id: senderId, firstName } = incoming.sender.senderId
    if (incoming.conversation._id !== room.conversationId || senderId === owner.userId || panel === 'chat')
      return
    setHasNewMessage(true)
    toast.info(texts.chat.toast(firstName), {
      id: incoming._id,
      action: { label: 'Open', onClick: () => openChat() },
    })
  })

  const openChat = () => {
    setHasNewMessage(false)
    toast.dismiss()
    setPanel('chat')
  }
  const toggle = (name: Panel) => {
    if (name === 'chat' && panel !== 'chat') openChat()
    else setPanel(panel === name ? null : name)
  }
  return { panel, hasNewMessage, toggle }
}
