import type { Conversation } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { MailOpen } from 'lucide-react'
import { Link } from 'react-router'
import { currentTime } from '../../../lib/clock.ts'
import { dayKey, formatShortDay, formatTime } from '../../../lib/dates.ts'
import { CountBadge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { fullName, otherPerson } from '../conversation-rules.ts'
import { useIsTyping } from '../hooks/use-typing.ts'
import { PresenceAvatar } from './presence-avatar.tsx'

type ConversationRowProps = {
  conversation: Conversation
  role: MemberRole
  ownId: string
  isOpen: boolean
  href: string
  /** Where there is something of the other to mark. */
  onMarkUnread: (() => void) | undefined
}

export function ConversationRow({
  conversation,
  role,
  ownId,
  isOpen,
  href,
  onMarkUnread,
}: ConversationRowProps) {
  const { lastMessage, unreadCount } = conversation
  const person = otherPerson(conversation, role)
  const isTyping = useIsTyping(role, conversation._id)
  const isUnread = unreadCount > 0
  return (
    <li className="relative">
      <Link
        to={href}
        aria-current={isOpen ? 'page' : undefined}
        className={cn(
          'grid min-h-18 grid-cols-[auto_1fr_auto] items-center gap-x-3 px-4 py-3 -outline-offset-2 hover:bg-sunken',
          isOpen && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <PresenceAvatar person={person} role={role} />
        <span className="min-w-0">
          <span className={cn('block truncate', isUnread ? 'font-bold' : 'font-semibold')}>
            {fullName(person)}
          </span>
          <span
            className={cn('block truncate text-sm', isUnread ? 'font-semibold text-ink' : 'text-ink-soft')}
          >
            {isTyping ? (
              <span className="text-positive-ink">typing…</span>
            ) : lastMessage ? (
              `${lastMessage.sender.senderId._id === ownId ? 'You: ' : ''}${lastMessage.message}`
            ) : (
              'No messages yet. Say hello.'
            )}
          </span>
        </span>
        <span className="grid content-start justify-items-end gap-1.5 self-start pt-0.5">
          <time dateTime={conversation.updatedAt} className="text-xs text-ink-faint">
            {shortTime(conversation.updatedAt)}
          </time>
          <CountBadge count={unreadCount} noun="unread message" />
        </span>
      </Link>
      {onMarkUnread && !isUnread ? (
        <button
          type="button"
          onClick={onMarkUnread}
          aria-label={`Mark the conversation with ${fullName(person)} as unread`}
          title="Mark as unread"
          className="absolute right-3 bottom-1.5 grid size-8 place-items-center rounded-sm text-ink-faint hover:bg-line hover:text-ink"
        >
          <MailOpen className="size-4" aria-hidden="true" />
        </button>
      ) : null}
    </li>
  )
}

const shortTime = (time: string): string =>
  dayKey(time) === dayKey(currentTime()) ? formatTime(time) : formatShortDay(time)
