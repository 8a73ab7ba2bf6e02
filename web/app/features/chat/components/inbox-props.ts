import type { Conversation, Message } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
import type { ReactNode } from 'react'
import type { ChatOwner } from '../chat-api.ts'

/** What a page decides about the inbox: addresses, and the words that differ between the roles. */
export type InboxProps = {
  owner: ChatOwner
  conversationId: string | undefined
  hrefOf: (conversationId?: string) => string
  /** Under the list of conversations. */
  listFooter?: ReactNode
  /** Said where there is no conversation yet, and how to come to one. */
  emptyState: ReactNode
  /** Why nothing can be written in this conversation, and what would help. */
  closedNote: (other: Person) => ReactNode
  /** Where a message of the other person is reported. */
  reportHref?: (other: Person, message: Message) => string
  /** Beside the name of the other person. */
  actions?: (other: Person, conversation: Conversation) => ReactNode
}
