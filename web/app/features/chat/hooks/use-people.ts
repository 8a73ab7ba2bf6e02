import type { Person } from '@marga/contract/common'
import { useQuery } from '@tanstack/react-query'
import type { KnownPeople } from '../../../lib/known-people.ts'
import { type ChatOwner, fetchConversations } from '../chat-api.ts'
import { fullName, otherPerson } from '../conversation-rules.ts'

const pagesMax = 25

/** Everybody a person has had dealings with, now or earlier, by name: each pair has a conversation. */
export function usePeople(owner: ChatOwner): KnownPeople {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['chat', owner.role, 'people'],
    queryFn: ({ signal }) => fetchPeople(owner, signal),
    staleTime: 60_000,
    throwOnError: false,
  })
  return {
    people: data ?? [],
    isLoading: !data && !error,
    failure:
      error && !data
        ? { message: error.message, onRetry: () => void refetch(), isRetrying: isFetching }
        : null,
  }
}

async function fetchPeople(owner: ChatOwner, signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const { conversations, nextCursor } = await fetchConversations(owner, { name: '', cursor, signal })
    people.push(...conversations.map((conversation) => otherPerson(conversation, owner.role)))
    if (!nextCursor) break
    cursor = nextCursor
  }
  return people.sort((a, b) => fullName(a).localeCompare(fullName(b)))
}
