import type { Role } from '@marga/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useInstallation } from '../../../lib/installation.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { settingsKeys, twoFactorQuery } from '../queries.ts'
import { isTwoStepRequired } from '../rules.ts'
import { Section } from './section.tsx'

// The dialogs bring the drawing of the QR code along; most visits need neither.
const TwoFactorSetup = lazy(() =>
  import('./two-factor-setup.tsx').then((m) => ({ default: m.TwoFactorSetup })),
)
const TwoFactorDisable = lazy(() =>
  import('./two-factor-disable.tsx').then((m) => ({ default: m.TwoFactorDisable })),
)

const offButRequired = 'Off. Moderators need it: nothing else opens before you have set it up.'

/** A second step at sign-in: the code of an authenticator app beside the password. */
export function TwoFactorSection({ of: role }: { of: Role }) {
  const client = useQueryClient()
  const isRequired = isTwoStepRequired(role, useInstallation().config)
  const { data: state, error, refetch, isFetching } = useQuery(twoFactorQuery(role))
  // Settled when it is opened: a refetch after the set-up must not take its backup codes away.
  const [opened, setOpened] = useState<'setup' | 'disable' | null>(null)
  const close = () => {
    setOpened(null)
    void client.invalidateQueries({ queryKey: settingsKeys.twoStep(role) })
  }
  const Dialog = opened === 'disable' ? TwoFactorDisable : TwoFactorSetup
  return (
    <Section
      id="two-step"
      title="Two-step sign-in"
      description="While it is on, signing in with your password also asks for a code from an app on your phone."
    >
      {state ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="flex min-w-0 flex-1 items-center gap-2">
            {state.isOn ? <ShieldCheck className="size-5 text-positive-ink" aria-hidden="true" /> : null}
            {state.isOn
              ? `On, with ${pluralize(state.backupCodesLeft, 'backup code')} left`
              : isRequired
                ? offButRequired
                : 'Off'}
          </p>
          <Button
            variant={isRequired && !state.isOn ? 'primary' : 'secondary'}
            onClick={() => setOpened(state.isOn ? 'disable' : 'setup')}
          >
            {state.isOn ? 'Turn off' : 'Set up'}
          </Button>
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={1} />
      )}
      {opened ? (
        <Suspense>
          <Dialog of={role} onClose={close} />
        </Suspense>
      ) : null}
    </Section>
  )
}
