import { api } from '@marga/contract/api'
import type { Notification } from '@marga/contract/notifications'
import type { Role } from '@marga/contract/roles'
import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { notificationKeys } from './queries.ts'

type Page = { notifications: Notification[]; nextCursor: string | null }
export const allKey = notificationKeys.all

/** Every notification, newest first, page by page. */
export const allNotificationsQuery = (role: Role, userId: string) =>
  infiniteQueryOptions({
    queryKey: allKey(role),
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      sendRequest(
        api.notifications[role].list,
        { params: { ownId: userId }, query: { cursor: pageParam } },
        { role, signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    throwOnError: false,
  })

/** Pages without one notification. */
export const withoutNotification = (known: InfiniteData<Page> | undefined, id: string) =>
  known && {
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      notifications: page.notifications.filter(({ _id }) => _id !== id),
    })),
  }

export function useRemoveNotification(role: Role, userId: string) {
  const client = useQueryClient()
  const queryKey = allKey(role)
  return useMutation({
    mutationKey: queryKey,
    // One at a time, so that one of them is the last.
    scope: { id: `notifications ${role}` },
    mutationFn: (notificationId: string) =>
      sendRequest(api.notifications[role].remove, { params: { ownId: userId, notificationId } }, { role }),
    onMutate: async (id) => {
      // An answer that is under way would bring it back.
      await client.cancelQueries({ queryKey })
      client.setQueryData<InfiniteData<Page>>(queryKey, (known) => withoutNotification(known, id))
    },
    onError: (error) => toast.error('The notification was not removed', { description: error.message }),
    onSuccess: () => void client.invalidateQueries({ queryKey: notificationKeys.bell(role) }),
    // Not before the last of several: the answer would bring back those behind it.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey })
    },
  })
}

/** After all were marked read, the marks of the list go too. */
export function useForgetUnread(role: Role): () => void {
  const client = useQueryClient()
  return () =>
    client.setQueryData<InfiniteData<Page>>(
      allKey(role),
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            notifications: page.notifications.map((each) => ({ ...each, isRead: true })),
          })),
        },
    )
}
