import { deviceName } from '@marga/contract/device-names'
import type { LoginSession } from '@marga/contract/login-sessions'
import type { Role } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { formatShortMoment } from '../../../lib/dates.ts'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { useFocusWhenFewer } from '../../../lib/use-focus-after.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useEndLoginSessions } from '../mutations.ts'
import { loginSessionsQuery } from '../queries.ts'
import { isHandheld } from '../rules.ts'
import { Section } from './section.tsx'

/** Where the account is signed in, and the way to end it there. */
export function LoginSessionsSection({ of: role }: { of: Role }) {
  const { data: sessions, error, refetch, isFetching } = useQuery(loginSessionsQuery(role))
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndLoginSessions(role)
  const place = useFocusWhenFewer<HTMLUListElement>(sessions?.length ?? 0)
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      description="Don't recognise a device? Sign it out and change your password."
    >
      {sessions ? (
        <ul ref={place} tabIndex={-1} className="grid grid-cols-1 divide-y divide-line outline-none">
          {sessions.map((session) => (
            <LoginSessionRow
              key={session._id}
              session={session}
              isEnding={end.isPending && end.variables === session._id}
              onEnd={() => end.mutate(session._id)}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={4} />
      )}
      {others > 0 ? (
        <Button variant="secondary" className="justify-self-start" onClick={() => setIsAsking(true)}>
          Sign out everywhere else
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere else?"
        description={`You stay signed in here. ${others === 1 ? 'The other device has' : `The ${others} others have`} to sign in again.`}
        confirmLabel="Sign them out"
        cancelLabel="Keep them"
        isLoading={end.isPending}
        onConfirm={() => end.mutate(null, { onSettled: () => setIsAsking(false) })}
      />
    </Section>
  )
}

type LoginSessionRowProps = { session: LoginSession; isEnding: boolean; onEnd: () => void }

function LoginSessionRow({ session, isEnding, onEnd }: LoginSessionRowProps) {
  const { device, createdAt, lastSeenAt, isCurrent } = session
  const Icon = isHandheld(device) ? Smartphone : Monitor
  const name = deviceName(device)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <Icon className="size-6 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-28">
        <p className="font-semibold" title={device}>
          {name}
        </p>
        <p className="text-sm text-ink-soft">
          Active {formatRelative(lastSeenAt)}, signed in {formatRelative(createdAt)}
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="positive">This device</Badge>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          isLoading={isEnding}
          aria-label={`Sign out ${name}, signed in ${formatShortMoment(createdAt)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
