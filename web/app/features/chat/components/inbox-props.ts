import type { Conversation } from '@marga/contract/chat'
import type { ReactNode } from 'react'
import type { ChatOwner } from '../chat-calls.ts'

/** What a page decides about the inbox: addresses, and the words that differ between the roles. */
export type InboxProps = {
  owner: ChatOwner
  conversationId: string | undefined
  hrefOf: (conversationId?: string) => string
  /** Said where there is no conversation yet, and how to come to one. */
  emptyState: ReactNode
  /** Why nothing can be written in this conversation, and what would help. */
  closedNote: (conversation: Conversation) => ReactNode
  /** Beside the name of the other person. */
  actions?: (conversation: Conversation) => ReactNode
}
