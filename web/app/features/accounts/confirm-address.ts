import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { readLogin } from '../../lib/auth-storage.ts'
import { errorMessage } from '../../lib/error-messages.ts'

/** `over`: this link is of no use any more; else another try may do. */
export type Confirmation =
  | { state: 'confirmed' }
  | { state: 'password' }
  | { state: 'failed'; text: string; isOver: boolean }

const isOver = (error: unknown) =>
  error instanceof ApiError && ['invalid_token', 'invalid_request'].includes(error.code)

export const failedConfirmation = (error: unknown): Confirmation => ({
  state: 'failed',
  text: errorMessage('verifyEmail', error),
  isOver: isOver(error),
})

/** By the session of this browser. Where there is none of that account, nothing is spent and the password is asked for. */
export async function confirmBySession(role: MemberRole, token: string): Promise<Confirmation> {
  try {
    await sendRequest(
      api.accountSettings[role].verifyEmail,
      { body: { token } },
      readLogin(role) ? { role } : {},
    )
    return { state: 'confirmed' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { state: 'password' }
    return failedConfirmation(error)
  }
}

/** By the password of the account; without the token of whoever else is signed in here. @throws ApiError */
export const confirmByPassword = (role: MemberRole, token: string, password: string) =>
  sendRequest(api.accountSettings[role].verifyEmail, { body: { token, password } })
