import { useQueryClient } from '@tanstack/react-query'
import { AppearanceSection } from '../../features/settings/components/appearance-section.tsx'
import { CaseMailsSection } from '../../features/settings/components/case-mails-section.tsx'
import { LoginSessionsSection } from '../../features/settings/components/login-sessions-section.tsx'
import { PasswordSection } from '../../features/settings/components/password-section.tsx'
import { SettingsFrame } from '../../features/settings/components/settings-frame.tsx'
import { TwoFactorSection } from '../../features/settings/components/two-factor-section.tsx'
import { settingsKeys } from '../../features/settings/queries.ts'
import { useLogin } from '../../lib/guards.ts'

const sections = [
  { id: 'preferences', label: 'Notifications' },
  { id: 'password', label: 'Password' },
  { id: 'two-step', label: 'Two-step sign-in' },
  { id: 'sessions', label: 'Where you are signed in' },
  { id: 'appearance', label: 'Appearance' },
] as const

export default function ModeratorSettingsPage() {
  const client = useQueryClient()
  const { userId } = useLogin('moderator')
  return (
    <SettingsFrame sections={sections}>
      <CaseMailsSection userId={userId} />
      <PasswordSection
        of="moderator"
        onChanged={() => void client.invalidateQueries({ queryKey: settingsKeys.sessions('moderator') })}
      />
      <TwoFactorSection of="moderator" />
      <LoginSessionsSection of="moderator" />
      <AppearanceSection />
    </SettingsFrame>
  )
}
