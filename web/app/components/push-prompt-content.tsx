import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { sendRequest } from '../lib/api-client.ts'
import { canPromptForPush, dismissPrompt, subscribe } from '../lib/push.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'

export type PushPromptProps = {
  of: MemberRole
  userId: string
  /** Null: the installation sends no notices. */
  pushKey: string | null
  /** What it is good for at this place. */
  reason: string
  className?: string
}

/** Offers notices on this device where they help; the browser itself is asked only after the click. */
export function PushPromptContent({ of: role, userId, pushKey, reason, className }: PushPromptProps) {
  const [isOffered, setIsOffered] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => setIsOffered(pushKey !== null && canPromptForPush()), [pushKey])
  if (!isOffered || !pushKey) return null

  async function accept(key: string) {
    setIsAsking(true)
    try {
      if (await subscribe(role, key)) {
        const push = { messages: true, reminders: true }
        await sendRequest(
          api.accountSettings[role].editPreferences,
          { params: { ownId: userId }, body: { push } },
          { role },
        )
        toast.success('Notifications are on for this device')
      }
      setIsOffered(false)
    } catch {
      toast.error('Notifications could not be turned on. Try again in your settings.')
    } finally {
      setIsAsking(false)
    }
  }

  const dismiss = () => {
    dismissPrompt()
    setIsOffered(false)
  }

  return (
    <section
      aria-label="Notifications on this device"
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-3 bg-accent-soft px-4 py-3 text-sm',
        className,
      )}
    >
      <BellRing className="size-5 shrink-0 text-accent-ink" aria-hidden="true" />
      <p className="min-w-44 flex-1">{reason}</p>
      <div className="flex gap-2">
        <Button size="sm" isLoading={isAsking} onClick={() => void accept(pushKey)}>
          Turn on
        </Button>
        <Button size="sm" variant="quiet" onClick={dismiss}>
          Not now
        </Button>
      </div>
    </section>
  )
}
