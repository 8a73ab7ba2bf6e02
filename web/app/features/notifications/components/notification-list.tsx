import type { Notification } from '@marga/contract/notifications'
import type { Role } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell, MessageCircle, Sparkle, X } from 'lucide-react'
import { type RefCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../../components/page-title.tsx'
import { ZoneNote } from '../../../components/zone-note.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { useFocusAfter } from '../../../lib/use-focus-after.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { allNotificationsQuery, useForgetUnread, useRemoveNotification } from '../all-notifications.ts'
import { useAllNotificationsLive } from '../hooks/use-all-notifications-live.ts'
import { useMarkAllRead } from '../mutations.ts'
import { notificationHref } from '../rules.ts'

type NotificationListProps = {
  owner: { role: Role; userId: string }
  conversationHref: (conversationId: string) => string
}

/** Everything that the bell ever told, to read again and to clear away. */
export function NotificationList({ owner, conversationHref }: NotificationListProps) {
  const { role, userId } = owner
  const list = useInfiniteQuery(allNotificationsQuery(role, userId))
  const notifications = list.data?.pages.flatMap((page) => page.notifications)
  const markAllRead = useMarkAllRead(role, userId)
  const forgetUnread = useForgetUnread(role)
  // The button goes with what was unread.
  const place = useFocusAfter<HTMLDivElement>(markAllRead.isPending)
  useAllNotificationsLive(role)
  const hasUnread = notifications?.some(({ isRead }) => !isRead) ?? false
  return (
    <div ref={place} tabIndex={-1} className="mx-auto max-w-3xl outline-none">
      <PageTitle>Notifications</PageTitle>
      <PageHeader
        title="Notifications"
        actions={
          hasUnread ? (
            <Button
              variant="secondary"
              isLoading={markAllRead.isPending}
              onClick={() => markAllRead.mutate(undefined, { onSuccess: forgetUnread })}
            >
              Mark all read
            </Button>
          ) : null
        }
      />
      {notifications ? (
        <Entries owner={owner} notifications={notifications} conversationHref={conversationHref} />
      ) : list.isError ? (
        <ErrorState
          message={list.error.message}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
      <LoadMore list={list} label="Show earlier ones" />
    </div>
  )
}

type EntriesProps = NotificationListProps & { notifications: readonly Notification[] }

/** What is there, or that there is nothing. The focus of one that is removed goes to what comes into its place. */
function Entries({ owner: { role, userId }, notifications, conversationHref }: EntriesProps) {
  const remove = useRemoveNotification(role, userId)
  const [removedAt, setRemovedAt] = useState(0)
  const isRemoving = useRef(false)
  const place = useRef<HTMLElement>(null)
  const putPlace = (element: HTMLElement | null) => {
    place.current = element
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that goes is a change of them
  useEffect(() => {
    // The button that had the focus is gone with its row.
    if (!isRemoving.current || document.activeElement !== document.body) return
    isRemoving.current = false
    place.current?.focus()
  }, [notifications])
  if (notifications.length === 0)
    return (
      <div ref={putPlace} tabIndex={-1} className="outline-none">
        <EmptyState icon={Bell} title={texts.notifications.empty}>
          You'll see messages, bookings and payments here.
        </EmptyState>
      </div>
    )
  const placeIndex = Math.min(removedAt, notifications.length - 1)
  return (
    <>
      <Rows
        notifications={notifications}
        conversationHref={conversationHref}
        refOf={(index) => (index === placeIndex ? putPlace : null)}
        onRemove={(id, index) => {
          setRemovedAt(index)
          isRemoving.current = true
          remove.mutate(id)
        }}
      />
      <ZoneNote className="mt-4 text-sm text-ink-faint" />
    </>
  )
}

type RowsProps = Omit<EntriesProps, 'owner'> & {
  refOf: (index: number) => RefCallback<HTMLElement> | null
  onRemove: (notificationId: string, index: number) => void
}

function Rows({ notifications, conversationHref, refOf, onRemove }: RowsProps) {
  return (
    <Card className="p-0!">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {notifications.map((notification, index) => (
          <li
            key={notification._id}
            ref={refOf(index)}
            tabIndex={-1}
            className="flex items-start gap-1 pr-2 -outline-offset-2"
          >
            <Row notification={notification} href={notificationHref(notification, conversationHref)} />
            <button
              type="button"
              aria-label={`Remove: ${notification.content}`}
              onClick={() => onRemove(notification._id, index)}
              className="mt-2.5 grid size-11 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-sunken hover:text-danger-ink"
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ notification, href }: { notification: Notification; href: string | null }) {
  const { type, content, createdAt, isRead } = notification
  const Icon = type === 'message' ? MessageCircle : Sparkle
  const className = 'flex min-h-16 min-w-0 flex-1 items-start gap-3 py-3.5 pl-4 sm:pl-6'
  const inside = (
    <>
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full',
          isRead ? 'bg-sunken text-ink-faint' : 'bg-accent-soft text-accent-ink',
        )}
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className={cn('block wrap-anywhere', !isRead && 'font-semibold')}>
          {isRead ? null : <span className="sr-only">Unread: </span>}
          {content}
        </span>
        <time dateTime={createdAt} title={formatDate(createdAt)} className="text-sm text-ink-faint">
          {formatRelative(createdAt)}
        </time>
      </span>
    </>
  )
  return href ? (
    <Link to={href} className={cn(className, '-outline-offset-2 hover:underline')}>
      {inside}
    </Link>
  ) : (
    <div className={className}>{inside}</div>
  )
}
