import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { showFieldErrors } from '../rules.ts'

type PasswordResetProps = { role: MemberRole; onChanged: () => void }

/** Two steps: the address asks for a code, the code sets a new password. */
export function PasswordReset({ role, onChanged }: PasswordResetProps) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  // Kept with the place in the history: a reload finds the same step, and no address shows whose it is.
  const { email, sentTo } = readCarried(useLocation().state, isHydrated)
  const carry = (state: Carried) => void navigate('.', { replace: true, state })
  if (sentTo !== undefined) {
    const onBack = () => carry({ email: sentTo })
    return <CodeStep role={role} email={sentTo} onChanged={onChanged} onBack={onBack} />
  }
  return <EmailStep key={email} role={role} email={email} onSent={(to) => carry({ email: to, sentTo: to })} />
}

/** What the sign-in hands over, and this page to itself. The server knows nothing of it. */
type Carried = { email?: string; sentTo?: string }

function readCarried(state: unknown, isHydrated: boolean): Carried {
  if (!isHydrated || typeof state !== 'object' || state === null) return {}
  const textOf = (name: keyof Carried) => {
    const value = (state as Carried)[name]
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...textOf('email'), ...textOf('sentTo') }
}

const emailResolver = resolverOf<{ email: string }>(
  async () => (await import('@marga/contract/passwords')).sendOtpForm,
)

type EmailStepProps = { role: MemberRole; email: string | undefined; onSent: (email: string) => void }

function EmailStep({ role, email, onSent }: EmailStepProps) {
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    resolver: emailResolver,
    ...(email === undefined ? {} : { defaultValues: { email } }),
  })
  const submit = handleSubmit(async (body) => {
    try {
      await sendRequest(api.accountSettings[role].sendOtp, { body })
      onSent(body.email)
    } catch (error) {
      toast.error(errorMessage('sendOtp', error))
    }
  })
  return (
    <FormShell onSubmit={submit} error={null} loading={formState.isSubmitting} isReady submitLabel="Send OTP">
      <Field label="Email" error={formState.errors.email?.message} isRequired>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="username" inputMode="email" />
        )}
      </Field>
    </FormShell>
  )
}

type CodeValues = { email: string; otp: string; password: string; confirmPassword: string }
const codeResolver = resolverOf<CodeValues>(
  async () => (await import('@marga/contract/passwords')).verifyOtpForm,
)

type CodeStepProps = PasswordResetProps & { email: string; onBack: () => void }

function CodeStep({ role, email, onChanged, onBack }: CodeStepProps) {
  const form = useForm<CodeValues>({ resolver: codeResolver, defaultValues: { email } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const submit = handleSubmit(async (body) => {
    try {
      await sendRequest(api.accountSettings[role].verifyOtp, { body })
      toast.success(texts.passwordReset.success)
      onChanged()
    } catch (error) {
      showFieldErrors(error, setError)
      setError('root', { type: 'server' })
      toast.error(texts.passwordReset.failure, { description: errorMessage('resetPassword', error) })
    }
  })
  const isDone = isSubmitSuccessful && !errors.root
  return (
    <FormShell
      onSubmit={submit}
      error={null}
      loading={isSubmitting || isDone}
      isReady
      submitLabel="Change password"
      footer={
        <Button variant="quiet" onClick={onBack}>
          Get a new code
        </Button>
      }
    >
      <p role="status" className="rounded-md bg-positive-soft px-4 py-3 text-sm text-positive-ink">
        If <strong className="wrap-anywhere">{email}</strong> has an account, a six-digit code is on its way.
        It is valid for 10 minutes.
      </p>
      <Field label="OTP" hint="The six digits from the email" error={errors.otp?.message} isRequired>
        {(control) => (
          <Input
            {...control}
            {...register('otp')}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
      </Field>
      <Field
        label="Password"
        hint="Your new password, at least 8 characters"
        error={errors.password?.message}
        isRequired
      >
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message} isRequired>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
    </FormShell>
  )
}
