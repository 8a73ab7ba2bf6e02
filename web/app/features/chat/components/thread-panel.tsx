import { texts } from '@marga/contract/texts'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { ChatOwner } from '../chat-api.ts'
import { useConversation } from '../hooks/use-conversation.ts'
import { ThreadPane } from './thread-pane.tsx'
import { ThreadPaneSkeleton } from './thread-skeletons.tsx'

type ThreadPanelProps = { owner: ChatOwner; conversationId: string }

const none = [] as const
const parts = { closedNote: () => <p>Messages can be read here, but not sent at the moment.</p> }

/** A conversation beside something else: the same thread as in the inbox, with no way out of the page. */
export function ThreadPanel({ owner, conversationId }: ThreadPanelProps) {
  const { conversation, error, retry } = useConversation(owner, conversationId, none)
  if (error) return <ErrorState message={texts.chat.openFailed} onRetry={retry} />
  if (!conversation) return <ThreadPaneSkeleton />
  return <ThreadPane owner={owner} conversation={conversation} parts={parts} />
}
