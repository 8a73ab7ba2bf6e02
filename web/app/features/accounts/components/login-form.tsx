import type { LoginForm as LoginFields } from '@marga/contract/accounts'
import type { Role } from '@marga/contract/roles'
import { type ReactNode, useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import type { StoredLogin } from '../../../lib/auth-storage.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useReturnToPage } from '../../../lib/use-return-to-page.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { logIn } from '../login.ts'

const resolver = resolverOf<LoginFields>(async () => (await import('@marga/contract/accounts')).loginForm)

/** A wrong password has another status with mentees than with the others. */
const failureOf = {
  mentee: (error) => errorMessage('menteeLogin', error),
  mentor: (error) => errorMessage('mentorLogin', error),
  moderator: (error) => errorMessage('moderatorLogin', error),
} satisfies Record<Role, (error: unknown) => string>

type LoginFormProps = {
  role: Role
  onLoggedIn: (login: StoredLogin) => void
  /** Under the password: the link for those who forgot it. */
  passwordHelp?: ReactNode
}

/**
 * E-mail and password of one role, and the code of the authenticator app where the account asks for
 * one. Mount it anew (key) to fill in other values.
 */
export function LoginForm({ role, onLoggedIn, passwordHelp }: LoginFormProps) {
  // Of the role they were said about: another one has other accounts, and email and password stay when it changes.
  const [failure, setFailure] = useState<{ role: Role; text: string } | null>(null)
  const [codeAskedOf, setCodeAskedOf] = useState<Role | null>(null)
  // No default values: what was typed before the page was hydrated is read from the fields.
  const form = useForm<LoginFields>({ resolver })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  // Until the page is left: a second login would forget where somebody wanted to go.
  const [hasLoggedIn, setHasLoggedIn] = useState(false)
  // The browser may keep this page, with email and password in it, for whoever goes back after a sign-out.
  useReturnToPage(() => {
    if (hasLoggedIn) window.location.reload()
  })

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      const login = await logIn(role, values)
      setHasLoggedIn(true)
      onLoggedIn(login)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'totp_required') return setCodeAskedOf(role)
      const text = failureOf[role](error)
      if (code === 'totp_invalid') return setError('totp', { message: text }, { shouldFocus: true })
      setFailure({ role, text })
    }
  })

  return (
    <FormShell
      onSubmit={submit}
      error={failure?.role === role ? failure.text : null}
      loading={isSubmitting || hasLoggedIn}
      isReady
      submitLabel="Sign in"
    >
      <Field label="Email" error={errors.email?.message} isRequired>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="username" inputMode="email" />
        )}
      </Field>
      <div className="grid gap-2">
        <Field label="Password" error={errors.password?.message} isRequired>
          {(control) => (
            <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
          )}
        </Field>
        {passwordHelp}
      </div>
      {codeAskedOf === role ? (
        // What was typed goes with the field: a code of one account is none of another.
        <CodeField field={register('totp', { shouldUnregister: true })} error={errors.totp?.message} />
      ) : null}
    </FormShell>
  )
}

function CodeField({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <Field
      label="Authentication code"
      hint="Six digits from your authenticator app, or one of your backup codes"
      error={error}
      isRequired
    >
      {(control) => (
        <Input {...control} {...field} autoFocus autoComplete="one-time-code" spellCheck={false} />
      )}
    </Field>
  )
}
