import type { Conversation, Message } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
import type { ReactNode } from 'react'
import type { ChatOwner } from '../chat-api.ts'

/** What stands in the field to write in, and a way to add to it. */
export type ComposerField = { text: string; insert: (text: string) => void }

/** What a page adds to an open conversation. */
export type ThreadParts = {
  /** Why nothing can be written in this conversation, and what would help. */
  closedNote: (other: Person) => ReactNode
  /** Where a message of the other person is reported. */
  reportHref?: (other: Person, message: Message) => string
  /** Beside the name of the other person. */
  actions?: (other: Person, conversation: Conversation) => ReactNode
  /** Beside the field to write in. */
  composerTools?: (field: ComposerField) => ReactNode
  /** Above the field to write in: until when an answer is due. */
  answerLine?: (conversation: Conversation) => ReactNode
}

/** What a page decides about the inbox: addresses, and the words that differ between the roles. */
export type InboxProps = ThreadParts & {
  owner: ChatOwner
  conversationId: string | undefined
  hrefOf: (conversationId?: string) => string
  /** Beside the heading of those that wait for an answer. */
  waitingLink?: ReactNode
  /** Under the list of conversations. */
  listFooter?: ReactNode
  /** Said where there is no conversation yet, and how to come to one. */
  emptyState: ReactNode
}
