import { useMemo, useSyncExternalStore } from 'react'
import { currentTime } from '../clock.ts'
import { rememberedDayKey } from '../dates.ts'
import { uniqueId } from '../unique-id.ts'
import { useTimeZone } from '../use-time-zone.ts'
import { messageItems } from './message-items.ts'
import type { StoredMessage } from './message-list.ts'
import type { Outbox } from './outbox.ts'

type Thread<M> = {
  threadId: string
  /** Undefined while nothing is known. */
  messages: readonly M[] | undefined
  outbox: Outbox
  ownId: string
}

const none: readonly never[] = []

/** A thread as shown, the unsent included, and what can be done with those. */
export function useMessageItems<M extends StoredMessage>({ threadId, messages, outbox, ownId }: Thread<M>) {
  const waiting = useSyncExternalStore(outbox.subscribe, outbox.list)
  const timeZone = useTimeZone()
  const items = useMemo(() => {
    const unsent = waiting.filter((each) => each.threadId === threadId)
    return messageItems<M>(messages ?? none, unsent, ownId, (time) => rememberedDayKey(time, timeZone))
  }, [messages, waiting, threadId, ownId, timeZone])
  return {
    items,
    send: (text: string) =>
      outbox.add({
        threadId,
        text,
        clientMessageId: uniqueId(),
        createdAt: currentTime().toISOString(),
        seenSeq: messages?.at(-1)?.seq ?? 0,
      }),
    retry: outbox.retry,
    discard: outbox.discard,
  }
}
