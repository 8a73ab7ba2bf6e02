import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { usePeople } from '../../features/chat/hooks/use-people.ts'
import { BillingPortalButton } from '../../features/enrollments/components/billing-portal-button.tsx'
import { menteeProfileQuery } from '../../features/mentee-profile/queries.ts'
import { AppearanceSection } from '../../features/settings/components/appearance-section.tsx'
import { BlockedSection } from '../../features/settings/components/blocked-section.tsx'
import { CalendarSection } from '../../features/settings/components/calendar-section.tsx'
import { DataSection } from '../../features/settings/components/data-section.tsx'
import { EmailSection } from '../../features/settings/components/email-section.tsx'
import { InstallSection } from '../../features/settings/components/install-section.tsx'
import { LoginSessionsSection } from '../../features/settings/components/login-sessions-section.tsx'
import { PasswordSection } from '../../features/settings/components/password-section.tsx'
import { PreferencesSection } from '../../features/settings/components/preferences-section.tsx'
import { Section } from '../../features/settings/components/section.tsx'
import { SettingsFrame } from '../../features/settings/components/settings-frame.tsx'
import { TwoFactorSection } from '../../features/settings/components/two-factor-section.tsx'
import { settingsKeys } from '../../features/settings/queries.ts'
import { signOutAfterDeletion } from '../../features/settings/sign-out-after-deletion.ts'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'

// Far down the page: what it is drawn with comes after the rest.
const PaymentList = lazy(() =>
  import('../../features/enrollments/components/payment-list.tsx').then((m) => ({ default: m.PaymentList })),
)

const sections = [
  { id: 'email', label: 'Email address' },
  { id: 'password', label: 'Password' },
  { id: 'two-step', label: 'Two-step sign-in' },
  { id: 'sessions', label: 'Where you are signed in' },
  { id: 'preferences', label: 'Notifications' },
  { id: 'calendar', label: 'Calendar' },
  { id: 'payments', label: 'Payments' },
  { id: 'blocked', label: 'Blocked people' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'install', label: 'On this device' },
  { id: 'data', label: 'Your data' },
] as const

export default function MenteeSettingsPage() {
  const { userId } = useLogin('mentee')
  const { config } = useInstallation()
  const client = useQueryClient()
  const own = useQuery({ ...menteeProfileQuery(userId), throwOnError: false })
  const known = usePeople({ role: 'mentee', userId })
  return (
    <SettingsFrame sections={sections}>
      <EmailSection of="mentee" profile={own} />
      <PasswordSection
        of="mentee"
        email={own.data?.email}
        onChanged={() => {
          void client.invalidateQueries({ queryKey: settingsKeys.sessions('mentee') })
          void client.invalidateQueries({ queryKey: settingsKeys.calendar('mentee') })
        }}
      />
      <TwoFactorSection of="mentee" />
      <LoginSessionsSection of="mentee" />
      <PreferencesSection of="mentee" userId={userId} pushKey={config.pushKey} />
      <CalendarSection of="mentee" />
      <Section id="payments" title="Payments" description="What you have paid your mentors.">
        {config.payments === 'stripe' ? <BillingPortalButton /> : null}
        <Suspense fallback={<SkeletonText lines={3} />}>
          <PaymentList userId={userId} />
        </Suspense>
      </Section>
      <BlockedSection of="mentee" known={known} />
      <AppearanceSection />
      <InstallSection productName={config.productName} kept="your inbox and your booked sessions" />
      <DataSection of="mentee" email={own.data?.email} onDeleted={() => signOutAfterDeletion('mentee')} />
    </SettingsFrame>
  )
}
