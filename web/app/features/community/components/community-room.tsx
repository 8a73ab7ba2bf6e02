import type { SenderType } from '@marga/contract/chat'
import type { CommunityMessage } from '@marga/contract/community'
import { Lock, MessagesSquare, UsersRound } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { ZoneNote } from '../../../components/zone-note.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { currentTime } from '../../../lib/clock.ts'
import { dayKey, formatDate } from '../../../lib/dates.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRoom } from '../hooks/use-room.ts'
import { useSending } from '../hooks/use-sending.ts'
import { mayRemove, notYetStored, placeOf, type Room } from '../rules.ts'
import { CommunityBubble, UnsentBubble } from './community-bubble.tsx'
import { CommunityComposer } from './community-composer.tsx'

type CommunityRoomProps = {
  /** Whose area it is in. */
  of: SenderType
  userId: string
  mentorId: string
  /** "Community of Asha Rao" */
  title: string
  /** What somebody can do who may not come in. */
  closedAction?: ReactNode
}

/** The room of a mentor and everybody who is subscribed now. */
export function CommunityRoom({ of: role, userId, mentorId, title, closedAction }: CommunityRoomProps) {
  const { query, earlier, remove } = useRoom(role, mentorId)
  const sending = useSending(role, mentorId)
  const [removing, setRemoving] = useState<CommunityMessage | null>(null)
  const { data: room, error } = query
  // Who is not subscribed any more reads nothing, not even what was read before.
  if (error instanceof ApiError && (error.code === 'not_enrolled' || error.status === 404)) {
    return (
      <EmptyState isPage icon={Lock} title="This room is for subscribers" action={closedAction}>
        {error.message}
      </EmptyState>
    )
  }
  return (
    <section
      aria-label={title}
      className="-my-6 flex h-[calc(100dvh-var(--spacing-navbar)-5rem)] min-h-80 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card max-sm:-mx-3 sm:max-md:-my-8 md:h-[calc(100dvh-var(--spacing-navbar)-2rem)]"
    >
      <header className="flex min-h-18 items-center gap-3 border-b border-line px-4 py-2">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <UsersRound className="size-5.5" aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <h1 className="truncate font-sans text-base font-semibold tracking-normal">{title}</h1>
          <p className="text-sm text-ink-soft">
            {room?.members ? `${room.members} ${room.members === 1 ? 'member' : 'members'}` : 'Loading…'}
          </p>
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain bg-sunken">
        <div
          role="log"
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
          tabIndex={0}
          className="px-4 py-5 -outline-offset-2 sm:px-6"
        >
          {room ? (
            <RoomMessages
              room={room}
              ownId={userId}
              sending={sending}
              isLoadingEarlier={earlier.isPending}
              onLoadEarlier={() => earlier.mutate()}
              onRemove={setRemoving}
            />
          ) : error ? (
            <ErrorState
              message={errorMessage('loadMessages', error)}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          ) : (
            <div className="grid gap-4">
              <Skeleton className="h-14 w-2/3" />
              <Skeleton className="h-10 w-1/2 justify-self-end" />
              <Skeleton className="h-14 w-3/5" />
            </div>
          )}
        </div>
      </div>
      {room ? <CommunityComposer onSend={sending.send} /> : null}
      <ConfirmDialog
        isOpen={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="Remove this message?"
        description="No one in the room will be able to read it. A note that it was removed stays."
        confirmLabel="Remove"
        isLoading={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing._id, { onSettled: () => setRemoving(null) })}
      />
    </section>
  )
}

type RoomMessagesProps = {
  room: Room
  ownId: string
  sending: ReturnType<typeof useSending>
  isLoadingEarlier: boolean
  onLoadEarlier: () => void
  onRemove: (message: CommunityMessage) => void
}

function RoomMessages({ room, ownId, sending, isLoadingEarlier, ...on }: RoomMessagesProps) {
  const { messages, hasEarlier } = room
  return (
    <>
      {hasEarlier ? (
        <div className="flex justify-center">
          <Button variant="quiet" size="sm" isLoading={isLoadingEarlier} onClick={on.onLoadEarlier}>
            Show earlier messages
          </Button>
        </div>
      ) : null}
      {messages.length === 0 && sending.unsent.length === 0 ? (
        <p className="grid justify-items-center gap-3 py-[12dvh] text-center text-ink-soft">
          <MessagesSquare className="size-8 text-ink-faint" aria-hidden="true" />
          No messages yet. Say hello to everyone.
        </p>
      ) : null}
      {messages.length > 0 ? <ZoneNote className="mb-2 text-center text-xs text-ink-faint" /> : null}
      <ol className="grid grid-cols-1">
        {messages.map((message, index) => (
          <RoomMessage
            key={message.seq}
            message={message}
            before={messages[index - 1]}
            ownId={ownId}
            onRemove={on.onRemove}
          />
        ))}
        {notYetStored(sending.unsent, messages).map((unsent) => (
          <UnsentBubble
            key={unsent.clientMessageId}
            unsent={unsent}
            onRetry={() => sending.retry(unsent)}
            onDiscard={() => sending.discard(unsent.clientMessageId)}
          />
        ))}
      </ol>
    </>
  )
}

type RoomMessageProps = {
  message: CommunityMessage
  before: CommunityMessage | undefined
  ownId: string
  onRemove: (message: CommunityMessage) => void
}

function RoomMessage({ message, before, ownId, onRemove }: RoomMessageProps) {
  const { beginsDay, isFollowing } = placeOf(message, before)
  const isToday = dayKey(message.createdAt) === dayKey(currentTime())
  return (
    <Fragment>
      {beginsDay ? (
        <li className="my-4 flex items-center gap-3 text-xs font-semibold text-ink-faint">
          <span className="h-px flex-1 bg-line" />
          <time dateTime={message.createdAt}>{isToday ? 'Today' : formatDate(message.createdAt)}</time>
          <span className="h-px flex-1 bg-line" />
        </li>
      ) : null}
      <CommunityBubble
        message={message}
        isOwn={message.sender.senderId._id === ownId}
        isFollowing={isFollowing}
        onRemove={mayRemove(message, ownId) ? () => onRemove(message) : undefined}
      />
    </Fragment>
  )
}
