import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { ChatOwner } from '../chat-api.ts'
import { fullName, otherPerson } from '../conversation-rules.ts'
import { useUnread } from '../hooks/use-unread.ts'
import { conversationsQuery } from '../queries.ts'

type LastMessageLinkProps = {
  owner: ChatOwner
  hrefOf: (conversationId: string) => string
  inboxHref: string
}

/** Whether something is unread, and what was written last; it leads into that conversation. */
export function LastMessageLink({ owner, hrefOf, inboxHref }: LastMessageLinkProps) {
  const { role } = owner
  const unread = useUnread(owner)
  const { data } = useInfiniteQuery(conversationsQuery(owner, { name: '', turn: undefined }))
  const last = data?.pages[0]?.conversations.find(({ lastMessage }) => lastMessage)
  const message = last?.lastMessage
  return (
    <Link
      to={last ? hrefOf(last._id) : inboxHref}
      className="flex items-center gap-4 rounded-lg border border-line bg-surface p-5 shadow-card hover:border-line-strong"
    >
      {last ? (
        <Avatar src={otherPerson(last, role).profileImageUrl} size="sm" />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <MessagesSquare className="size-5.5" aria-hidden="true" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{unreadText(unread)}</span>
        {last && message ? (
          <>
            <span className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">
              {message.sender.senderType === role ? 'You' : otherPerson(last, role).firstName}:{' '}
              {message.message}
            </span>
            <span className="block text-xs text-ink-faint">
              {fullName(otherPerson(last, role))}, {formatRelative(message.createdAt)}
            </span>
          </>
        ) : (
          <span className="text-sm text-ink-soft">Open your inbox</span>
        )}
      </span>
    </Link>
  )
}

const unreadText = (count: number): string =>
  count === 0
    ? "You're all caught up"
    : count === 1
      ? '1 unread conversation'
      : `${count} unread conversations`
