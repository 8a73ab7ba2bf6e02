import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { connectionOf } from '../../../lib/socket.ts'
import { chatKeys } from '../queries.ts'
import { createTypingNotifier, type TypingNotifier } from '../typing-rules.ts'

/** Whether the other one types just now. */
export function useIsTyping(role: MemberRole, conversationId: string): boolean {
  const { data: until } = useQuery<number | null>({
    queryKey: chatKeys.typing(role, conversationId),
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!until) return
    setNow(performance.now())
    const timer = setTimeout(() => setNow(performance.now()), Math.max(0, until - performance.now()) + 50)
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && until > now
}

/** Tells the other that one types. */
export function useTypingNotifier(role: MemberRole, conversationId: string): TypingNotifier {
  const [notifier, setNotifier] = useState<TypingNotifier>(silent)
  useEffect(() => {
    const made = createTypingNotifier(
      (isTyping) => void connectionOf(role).emit('typing', { conversationId, isTyping }),
    )
    setNotifier(made)
    return made.stop
  }, [role, conversationId])
  return notifier
}

const silent: TypingNotifier = { typed: () => undefined, stop: () => undefined }
