import type { InstallationConfig } from '@marga/contract/installation'
import type { Role } from '@marga/contract/roles'
import { Button } from '../../../ui/button.tsx'

export type DemoLogin = NonNullable<InstallationConfig['demoLogins']>[number]

type DemoLoginsProps = {
  logins: readonly DemoLogin[]
  role: Role
  isReady: boolean
  onChoose: (login: DemoLogin) => void
}

/** Ready accounts of a demo installation. Choosing one fills in the form; signing in stays one click more. */
export function DemoLogins({ logins, role, isReady, onChoose }: DemoLoginsProps) {
  const fitting = logins.filter((login) => login.role === role)
  if (fitting.length === 0) return null
  return (
    <section aria-labelledby="demo" className="mt-8 rounded-lg border border-dashed border-line-strong p-4">
      <h2 id="demo" className="font-sans text-sm font-bold tracking-normal">
        This is a demo. Try it as
      </h2>
      <ul className="mt-3 grid gap-2">
        {fitting.map((login) => (
          <li key={login.email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0">
              <span className="block text-sm font-semibold break-all">{login.email}</span>
              <span className="block text-sm text-ink-soft">{login.note}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              isWaiting={!isReady}
              aria-label={`Fill in ${login.email}`}
              onClick={() => onChoose(login)}
            >
              Fill in
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        Password: <code className="font-semibold text-ink">{fitting[0]!.password}</code>
      </p>
    </section>
  )
}
