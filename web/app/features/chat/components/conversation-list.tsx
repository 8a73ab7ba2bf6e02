import type { MemberRole } from '@marga/contract/roles'
import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ZoneNote } from '../../../components/zone-note.tsx'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Input } from '../../../ui/input.tsx'
import type { ConversationListQuery } from '../hooks/use-conversations.ts'
import { ConversationSection } from './conversation-section.tsx'
import { ConversationRowSkeletons } from './thread-skeletons.tsx'

type ConversationListProps = {
  lists: readonly ConversationListQuery[]
  role: MemberRole
  ownId: string
  openId: string | undefined
  hrefOf: (conversationId: string) => string
  onMarkUnread: (conversationId: string) => void
  name: string
  onNameChange: (name: string) => void
  isUnreadOnly: boolean
  onUnreadOnly: (isUnreadOnly: boolean) => void
  /** Beside the heading of those that wait. */
  waitingLink?: ReactNode
  className?: string
}

/** By the minute: nothing is told more exactly than that. */
const tickMs = 60_000

/** Who one talks with, filtered by name; a mentor's in two lists, by whose turn it is. */
export function ConversationList(props: ConversationListProps) {
  const { role, ownId, openId, hrefOf, onMarkUnread, name, waitingLink, isUnreadOnly } = props
  const lists = isUnreadOnly ? props.lists.map((list) => onlyUnread(list, openId)) : props.lists
  // One for all rows, so that what is left of the hours is told by all at the same moment.
  const now = useNow(tickMs)
  const failed = lists.filter(({ error, conversations }) => error && !conversations)
  const isLoaded = lists.every(({ conversations }) => conversations)
  const hasNone =
    isLoaded && lists.every(({ conversations, hasNextPage }) => conversations?.length === 0 && !hasNextPage)
  return (
    <section aria-label="Conversations" className={cn('flex flex-col', props.className)}>
      <ListHead {...props} />
      <div className="relative min-h-0 flex-1 overflow-y-auto pb-6">
        {failed[0] ? (
          <div className="p-4">
            <ErrorState
              message={errorMessage('loadConversations', failed[0].error)}
              onRetry={() => failed.forEach(({ refetch }) => void refetch())}
              isRetrying={failed.some(({ isFetching }) => isFetching)}
            />
          </div>
        ) : !isLoaded ? (
          <ConversationRowSkeletons />
        ) : hasNone && (name || isUnreadOnly) ? (
          <p role="status" className="p-6 text-center text-ink-soft">
            {noneText(name, isUnreadOnly)}
          </p>
        ) : (
          lists.map((list) => (
            <ConversationSection
              key={list.turn ?? 'both'}
              list={list}
              link={list.turn === 'mentor' ? waitingLink : null}
              isFiltered={name !== '' || isUnreadOnly}
              row={{ role, ownId, openId, now, hrefOf, onMarkUnread }}
            />
          ))
        )}
      </div>
    </section>
  )
}

function noneText(name: string, isUnreadOnly: boolean): string {
  if (!name) return "You're all caught up"
  return isUnreadOnly
    ? 'No unread conversations with anyone of that name.'
    : 'No conversations with anyone of that name.'
}

/** The open one stays, although it is read by that. */
const onlyUnread = (list: ConversationListQuery, openId: string | undefined): ConversationListQuery => ({
  ...list,
  conversations: list.conversations?.filter(({ _id, unreadCount }) => unreadCount > 0 || _id === openId),
})

type ListHeadProps = Pick<ConversationListProps, 'name' | 'onNameChange' | 'isUnreadOnly' | 'onUnreadOnly'>

function ListHead({ name, onNameChange, isUnreadOnly, onUnreadOnly }: ListHeadProps) {
  const id = useId()
  return (
    <div className="border-b border-line p-4">
      <p className="mb-3 font-display text-2xl font-semibold" aria-hidden="true">
        Connect
      </p>
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          Search conversations by name
        </label>
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
          aria-hidden="true"
        />
        <Input
          id={id}
          type="search"
          value={name}
          maxLength={100}
          autoComplete="off"
          placeholder="Search by name"
          onChange={(event) => onNameChange(event.target.value)}
          className="pl-10"
        />
      </div>
      <Checkbox
        label="Unread only"
        className="mt-2 text-sm"
        checked={isUnreadOnly}
        onChange={(event) => onUnreadOnly(event.target.checked)}
      />
      <ZoneNote className="mt-2 text-xs text-ink-faint" />
    </div>
  )
}
