import type { Conversation } from '@marga/contract/chat'
import { texts } from '@marga/contract/texts'
import { MessageCircleQuestion, MessagesSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useToastOnError } from '../../../lib/use-toast-on-error.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { ChatOwner } from '../chat-api.ts'
import { useConversation } from '../hooks/use-conversation.ts'
import { useConversations } from '../hooks/use-conversations.ts'
import { useMarkUnread } from '../hooks/use-mark-unread.ts'
import { ConversationList } from './conversation-list.tsx'
import type { InboxProps, ThreadParts } from './inbox-props.ts'
import { ThreadPane } from './thread-pane.tsx'
import { ThreadPaneSkeleton } from './thread-skeletons.tsx'

const none = [] as const

/** List and thread beside each other; on small screens one after the other. */
export function Inbox(props: InboxProps) {
  const { owner, conversationId, hrefOf, waitingLink, listFooter, emptyState } = props
  const [name, setName] = useState('')
  const [isUnreadOnly, setIsUnreadOnly] = useState(false)
  const { lists, error } = useConversations(owner, name)
  // The conversation that is shown does not depend on what the list is filtered by.
  const all = useConversations(owner, '')
  const markUnread = useMarkUnread(owner)
  const navigate = useNavigate()
  useToastOnError(error, errorMessage('loadConversations', error))
  if (all.conversations?.length === 0 && !conversationId) return emptyState
  return (
    <>
      <h1 className="sr-only">Connect</h1>
      <div className="-my-6 grid h-[calc(100dvh-var(--spacing-navbar)-var(--offline-bar,0px)-5rem)] min-h-80 short:h-104! overflow-hidden rounded-lg border border-line bg-surface shadow-card max-sm:-mx-3 sm:max-md:-my-8 md:h-[calc(100dvh-var(--spacing-navbar)-var(--offline-bar,0px)-2rem)] md:grid-cols-[19rem_1fr] sm:md:-my-6 lg:grid-cols-[22rem_1fr]">
        <div
          className={cn(
            'flex min-h-0 flex-col md:border-r md:border-line',
            conversationId && 'max-md:hidden',
          )}
        >
          <ConversationList
            lists={lists}
            role={owner.role}
            ownId={owner.userId}
            openId={conversationId}
            hrefOf={hrefOf}
            onMarkUnread={(id) => {
              // What stays open is read again at the next look.
              if (id === conversationId) void navigate(hrefOf())
              markUnread.mutate(id)
            }}
            name={name}
            onNameChange={setName}
            isUnreadOnly={isUnreadOnly}
            onUnreadOnly={setIsUnreadOnly}
            waitingLink={waitingLink}
            className="min-h-0 flex-1"
          />
          {listFooter}
        </div>
        {conversationId ? (
          <OpenConversation
            key={conversationId}
            owner={owner}
            conversationId={conversationId}
            // A list that failed will not show it, and would be waited for in vain.
            listed={all.conversations ?? (all.error ? none : undefined)}
            backHref={hrefOf()}
            parts={props}
          />
        ) : (
          <Hint icon={MessagesSquare}>Choose a conversation to read and answer it.</Hint>
        )}
      </div>
    </>
  )
}

type OpenConversationProps = {
  owner: ChatOwner
  conversationId: string
  listed: readonly Conversation[] | undefined
  backHref: string
  parts: ThreadParts
}

function OpenConversation({ owner, conversationId, listed, backHref, parts }: OpenConversationProps) {
  const { conversation, error, isMissing, retry } = useConversation(owner, conversationId, listed)
  useToastOnError(isMissing ? error : null, texts.chat.noConversationId)
  if (isMissing) {
    return (
      <Hint icon={MessageCircleQuestion} backHref={backHref}>
        {texts.chat.noConversationId}. It may belong to another account; choose one from the list.
      </Hint>
    )
  }
  if (error) {
    return (
      <div className="grid content-center justify-items-center gap-4 bg-sunken p-5">
        <ErrorState message={texts.chat.loadFailed} onRetry={retry} />
        <BackToList href={backHref} />
      </div>
    )
  }
  if (!conversation) return <ThreadPaneSkeleton />
  return <ThreadPane owner={owner} conversation={conversation} backHref={backHref} parts={parts} />
}

/** On small screens the list is not beside what is open. */
const BackToList = ({ href }: { href: string }) => (
  <Link to={href} className={buttonStyle({ variant: 'secondary', className: 'md:hidden' })}>
    Back to all conversations
  </Link>
)

type HintProps = {
  icon: typeof MessagesSquare
  children: ReactNode
  /** Of the list, where this stands for a conversation that was opened. */
  backHref?: string
}

const Hint = ({ icon: Icon, children, backHref }: HintProps) => (
  <div
    className={cn(
      'grid place-content-center justify-items-center gap-4 bg-sunken p-8 text-center text-ink-soft',
      backHref === undefined && 'max-md:hidden',
    )}
  >
    <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
      <Icon className="size-8" aria-hidden="true" />
    </span>
    <p className="max-w-64">{children}</p>
    {backHref === undefined ? null : <BackToList href={backHref} />}
  </div>
)
