import type { Conversation } from '@marga/contract/chat'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useToastOnError } from '../../../lib/use-toast-on-error.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { ChatOwner } from '../chat-api.ts'
import { otherPerson } from '../conversation-rules.ts'
import { useReadByOther } from '../hooks/use-presence.ts'
import { useReading } from '../hooks/use-reading.ts'
import { useThread } from '../hooks/use-thread.ts'
import { useIsTyping, useTypingNotifier } from '../hooks/use-typing.ts'
import { Composer } from './composer.tsx'
import type { ThreadParts } from './inbox-props.ts'
import { MessageList } from './message-list.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { BubbleSkeletons } from './thread-skeletons.tsx'

type ThreadPaneProps = {
  owner: ChatOwner
  conversation: Conversation
  parts: ThreadParts
  /** Without it there is no heading: the thread stands beside something that says who this is. */
  backHref?: string
}

/** One conversation: who, what was said, and the field to answer. */
export function ThreadPane(props: ThreadPaneProps) {
  const { owner, conversation, backHref, parts } = props
  const { reportHref } = parts
  const { role } = owner
  const { _id: conversationId, canSend } = conversation
  const person = otherPerson(conversation, role)
  const thread = useThread(owner, conversationId)
  const typing = useTypingNotifier(role, conversationId)
  const isTyping = useIsTyping(role, conversationId)
  const readSeq = useReadByOther(role, conversationId)
  useReading(owner, conversationId, thread.thread)
  useToastOnError(thread.error, errorMessage('loadMessages', thread.error))
  return (
    <section aria-label={`Conversation with ${person.firstName}`} className="flex min-h-0 min-w-0 flex-col">
      {backHref === undefined ? null : (
        <ThreadHeader
          person={person}
          role={role}
          backHref={backHref}
          actions={parts.actions?.(person, conversation)}
        />
      )}
      {thread.thread ? (
        <MessageList
          items={thread.items}
          person={person}
          readSeq={readSeq}
          isTyping={isTyping}
          hasEarlier={thread.hasEarlier}
          isLoadingEarlier={thread.isLoadingEarlier}
          isEarlierLost={thread.isEarlierLost}
          onLoadEarlier={thread.loadEarlier}
          onRetry={thread.retry}
          onDiscard={thread.discard}
          reportHref={reportHref && ((message) => reportHref(person, message))}
        />
      ) : (
        <MissingThread isLoading={thread.isLoading} error={thread.error} onRetry={thread.retryLoading} />
      )}
      {parts.answerLine?.(conversation)}
      {canSend ? (
        <Composer
          label={`Message to ${person.firstName}`}
          draft={readDraft(owner, conversationId)}
          onDraft={(text) => storeDraft(owner, conversationId, text)}
          onSend={(text) => {
            typing.stop()
            thread.send(text)
          }}
          onType={typing.typed}
          tools={parts.composerTools}
        />
      ) : (
        <div className="border-t border-line bg-surface p-4 text-sm text-ink-soft">
          {parts.closedNote(person)}
        </div>
      )}
    </section>
  )
}

type MissingThreadProps = { isLoading: boolean; error: Error | null; onRetry: () => void }

/** What stands where the messages will be, or could not be fetched. */
const MissingThread = ({ isLoading, error, onRetry }: MissingThreadProps) => (
  <div className="min-h-0 flex-1 overflow-hidden bg-sunken">
    {isLoading ? (
      <BubbleSkeletons />
    ) : (
      <div className="p-5">
        <ErrorState message={errorMessage('loadMessages', error)} onRetry={onRetry} />
      </div>
    )}
  </div>
)
