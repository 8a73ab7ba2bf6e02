import { limits } from '@marga/contract/limits'
import type { Preferences } from '@marga/contract/preferences'
import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { subscribe } from '../../../lib/push.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSetPreference } from '../mutations.ts'
import { pushHereQuery } from '../push-here-query.ts'
import { preferencesQuery } from '../queries.ts'
import { Section } from './section.tsx'

const emails = [
  {
    name: 'messages',
    label: 'Messages',
    hint: 'When one is waiting and you are away, or an answer is due, late or missing.',
  },
  {
    name: 'bookings',
    label: 'Bookings',
    hint: 'Booked, moved, cancelled and contested sessions, requested times, waitlists and time away.',
  },
  { name: 'reminders', label: 'Reminders', hint: 'Before a session begins or calls lapse.', only: 'mentee' },
  { name: 'reminders', label: 'Reminders', hint: 'Before a session begins.', only: 'mentor' },
  {
    name: 'payments',
    label: 'Payments',
    hint: 'Receipts, refunds, payments that did not go through, and when a subscription ends.',
    only: 'mentee',
  },
  {
    name: 'payments',
    label: 'Subscriptions',
    hint: 'When a mentee’s subscription changes or ends, or they ask for a refund.',
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
          {pushKey ? (
            <PushSwitches
              of={role}
              pushKey={pushKey}
              wanted={data.push}
              onSet={(name, isOn) => set.mutate({ channel: 'push', name, isOn })}
            />
          ) : null}
        </ul>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={5} />
      )}
    </Section>
  )
}

type PushSwitchesProps = {
  of: MemberRole
  pushKey: string
  /** By the account, on whichever device it was turned on. */
  wanted: Preferences['push']
  onSet: (name: keyof Preferences['push'], isOn: boolean) => void
}

/** On is what the account wants and this browser is given; whoever turns one on is given it here. */
function PushSwitches({ of: role, pushKey, wanted, onSet }: PushSwitchesProps) {
  const { data: isHere = true, refetch } = useQuery(pushHereQuery)
  const change = async (name: keyof Preferences['push'], isOn: boolean) => {
    if (isOn) {
      if (!(await turnOnHere(role, pushKey))) return
      await refetch()
    }
    onSet(name, isOn)
  }
  return (
    <>
      {pushes.map(({ name, label, hint }) => (
        <li key={label}>
          <Switch
            label={label}
            hint={wanted[name] && !isHere ? 'On for your account, but not in this browser.' : hint}
            isOn={wanted[name] && isHere}
            onChange={(isOn) => void change(name, isOn)}
          />
        </li>
      ))}
      <li className="text-sm text-ink-soft">
        Notifications appear in the {limits.pushBrowsersMax} browsers that you used last.
      </li>
    </>
  )
}

/** @returns false where it did not work; the person has been told why */
async function turnOnHere(role: MemberRole, pushKey: string): Promise<boolean> {
  try {
    if (await subscribe(role, pushKey)) return true
    toast.error('This browser does not allow notifications', {
      description: 'Allow them in its settings for this site.',
    })
  } catch {
    toast.error('Notifications could not be turned on', { description: 'Please try again.' })
  }
  return false
}
