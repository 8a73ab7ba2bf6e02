import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePeople } from '../../features/chat/hooks/use-people.ts'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { AppearanceSection } from '../../features/settings/components/appearance-section.tsx'
import { BlockedSection } from '../../features/settings/components/blocked-section.tsx'
import { CalendarSection } from '../../features/settings/components/calendar-section.tsx'
import { DataSection } from '../../features/settings/components/data-section.tsx'
import { EmailSection } from '../../features/settings/components/email-section.tsx'
import { InstallSection } from '../../features/settings/components/install-section.tsx'
import { LoginSessionsSection } from '../../features/settings/components/login-sessions-section.tsx'
import { PasswordSection } from '../../features/settings/components/password-section.tsx'
import { PreferencesSection } from '../../features/settings/components/preferences-section.tsx'
import { SettingsFrame } from '../../features/settings/components/settings-frame.tsx'
import { TwoFactorSection } from '../../features/settings/components/two-factor-section.tsx'
import { settingsKeys } from '../../features/settings/queries.ts'
import { signOutAfterDeletion } from '../../features/settings/sign-out-after-deletion.ts'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'

const sections = [
  { id: 'email', label: 'Email address' },
  { id: 'password', label: 'Password' },
  { id: 'two-step', label: 'Two-step sign-in' },
  { id: 'sessions', label: 'Where you are signed in' },
  { id: 'preferences', label: 'Notifications' },
  { id: 'calendar', label: 'Calendar' },
  { id: 'blocked', label: 'Blocked people' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'install', label: 'On this device' },
  { id: 'data', label: 'Your data' },
] as const

export default function MentorSettingsPage() {
  const { userId } = useLogin('mentor')
  const { config } = useInstallation()
  const client = useQueryClient()
  const own = useQuery({ ...ownProfileQuery(userId), throwOnError: false })
  const known = usePeople({ role: 'mentor', userId })
  return (
    <SettingsFrame sections={sections}>
      <EmailSection of="mentor" profile={own} />
      <PasswordSection
        of="mentor"
        email={own.data?.email}
        onChanged={() => {
          void client.invalidateQueries({ queryKey: settingsKeys.sessions('mentor') })
          void client.invalidateQueries({ queryKey: settingsKeys.calendar('mentor') })
        }}
      />
      <TwoFactorSection of="mentor" />
      <LoginSessionsSection of="mentor" />
      <PreferencesSection of="mentor" userId={userId} pushKey={config.pushKey} />
      <CalendarSection of="mentor" />
      <BlockedSection of="mentor" known={known} />
      <AppearanceSection />
      <InstallSection productName={config.productName} kept="your inbox and your calendar" />
      <DataSection of="mentor" email={own.data?.email} onDeleted={() => signOutAfterDeletion('mentor')} />
    </SettingsFrame>
  )
}
