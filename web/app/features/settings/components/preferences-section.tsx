import type { Preferences } from '@marga/contract/preferences'
import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { subscribe } from '../../../lib/push.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSetPreference } from '../mutations.ts'
import { preferencesQuery } from '../queries.ts'
import { Section } from './section.tsx'

const emails = [
  { name: 'messages', label: 'Messages', hint: 'When one is waiting and you are away.' },
  { name: 'bookings', label: 'Bookings', hint: 'Booked and cancelled sessions.' },
  { name: 'reminders', label: 'Reminders', hint: 'Before a session begins.' },
  {
    name: 'payments',
    label: 'Payments',
    hint: 'Receipts, and payments that did not go through.',
    only: 'mentee',
  },
  {
    name: 'payments',
    label: 'Subscriptions',
    hint: 'When a mentee cancels or resumes, or a subscription ends.',
    only: 'mentor',
  },
  { name: 'reviews', label: 'Reviews', hint: 'When a mentee reviews you.', only: 'mentor' },
] as const satisfies readonly {
  name: keyof Preferences['email']
  label: string
  hint: string
  /** To whom alone such mails are written. */
  only?: MemberRole
}[]

const pushes = [
  { name: 'messages', label: 'Messages on this device', hint: 'Even when this page is closed.' },
  { name: 'reminders', label: 'Reminders on this device', hint: 'Before a session begins.' },
] as const satisfies readonly { name: keyof Preferences['push']; label: string; hint: string }[]

type PreferencesSectionProps = {
  of: MemberRole
  userId: string
  /** Null: the installation sends no notices to devices. */
  pushKey: string | null
}

/** Which mails and notices the person wants. */
export function PreferencesSection({ of: role, userId, pushKey }: PreferencesSectionProps) {
  const { data, error, refetch, isFetching } = useQuery(preferencesQuery(role, userId))
  const set = useSetPreference(role, userId)
  const setPush = async (name: keyof Preferences['push'], isOn: boolean) => {
    const isReady = !isOn || !pushKey || (await subscribe(role, pushKey).catch(() => false))
    if (isReady) set.mutate({ channel: 'push', name, isOn })
    else
      toast.error('This browser does not allow notifications', {
        description: 'Allow them in its settings for this site.',
      })
  }
  return (
    <Section id="preferences" title="Notifications" description="Security emails are always sent.">
      {data ? (
        <ul className="grid grid-cols-1 gap-5">
          {emails
            .filter((each) => !('only' in each) || each.only === role)
            .map(({ name, label, hint }) => (
              <li key={label}>
                <Switch
                  label={`Email: ${label.toLowerCase()}`}
                  hint={hint}
                  isOn={data.email[name]}
                  onChange={(isOn) => set.mutate({ channel: 'email', name, isOn })}
                />
              </li>
            ))}
          {(pushKey ? pushes : []).map(({ name, label, hint }) => (
            <li key={label}>
              <Switch
                label={label}
                hint={hint}
                isOn={data.push[name]}
                onChange={(isOn) => void setPush(name, isOn)}
              />
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={5} />
      )}
    </Section>
  )
}
