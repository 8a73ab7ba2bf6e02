import type { Conversation } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { MailOpen } from 'lucide-react'
import { Link } from 'react-router'
import { relativeDay } from '../../../lib/answer-due.ts'
import { dayKey, formatShortDay, formatTime } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { turnOf } from '../conversation-pages.ts'
import { fullName, otherPerson } from '../conversation-rules.ts'
import { useIsTyping } from '../hooks/use-typing.ts'
import { PresenceAvatar } from './presence-avatar.tsx'
import { RowDue } from './row-due.tsx'

/** What is the same for all rows of a list. */
export type RowSetting = {
  role: MemberRole
  ownId: string
  openId: string | undefined
  now: Date
  hrefOf: (conversationId: string) => string
  onMarkUnread: (conversationId: string) => void
}

type ConversationRowProps = RowSetting & { conversation: Conversation }

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, role, ownId, openId, now, hrefOf, onMarkUnread } = props
  const { _id, lastMessage, unreadCount, awaiting } = conversation
  const person = otherPerson(conversation, role)
  const isTyping = useIsTyping(role, _id)
  const isUnread = unreadCount > 0
  const isOpen = _id === openId
  const isMarkable = lastMessage !== null && !isUnread
  const isWaiting = turnOf(conversation) === 'mentor'
  return (
    <li className="relative">
      <Link
        to={hrefOf(_id)}
        aria-current={isOpen ? 'page' : undefined}
        className={cn(
          'grid min-h-18 grid-cols-[auto_1fr] items-center gap-x-3 px-4 py-3 -outline-offset-2 hover:bg-sunken',
          isOpen && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <PresenceAvatar person={person} role={role} />
        <span className="min-w-0">
          <span className="flex items-baseline justify-between gap-3">
            <span className={cn('truncate', isUnread ? 'font-bold' : 'font-semibold')}>
              {fullName(person)}
            </span>
            <RowTime conversation={conversation} isWaiting={isWaiting && role === 'mentor'} now={now} />
          </span>
          <span className={cn('flex items-center justify-between gap-3', isMarkable && !isWaiting && 'pr-8')}>
            <span className={cn('truncate text-sm', isUnread ? 'font-semibold text-ink' : 'text-ink-soft')}>
              {isTyping ? (
                <span className="text-positive-ink">typing…</span>
              ) : lastMessage ? (
                `${lastMessage.sender.senderId._id === ownId ? 'You: ' : ''}${lastMessage.message}`
              ) : (
                noMessages(conversation)
              )}
            </span>
            <CountBadge count={unreadCount} noun="unread message" />
          </span>
          {isWaiting ? (
            <RowDue awaiting={awaiting} role={role} mentorName={person.firstName} now={now} />
          ) : null}
        </span>
      </Link>
      {isMarkable ? (
        <button
          type="button"
          onClick={() => onMarkUnread(_id)}
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

const noMessages = ({ canSend }: Conversation) => (canSend ? 'No messages yet. Say hello.' : 'No messages.')

type RowTimeProps = { conversation: Conversation; isWaiting: boolean; now: Date }

/** Of the last message; of one that waits, since when it does. */
function RowTime({ conversation: { awaiting, updatedAt }, isWaiting, now }: RowTimeProps) {
  const time = (isWaiting && awaiting.since) || updatedAt
  const isToday = dayKey(time) === dayKey(now)
  return (
    <time dateTime={time} className="shrink-0 text-xs text-ink-faint">
      {isWaiting ? 'since ' : null}
      {isToday ? formatTime(time) : isWaiting ? relativeDay(time, now) : formatShortDay(time)}
    </time>
  )
}
