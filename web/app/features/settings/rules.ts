import type { InstallationConfig } from '@marga/contract/installation'
import type { Preferences } from '@marga/contract/preferences'
import type { Role } from '@marga/contract/roles'
import { ApiError } from '../../lib/api-client.ts'
import { dayKey } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/error-messages.ts'

export const isHandheld = (userAgent: string): boolean => /iPhone|iPad|Android|Mobile/.test(userAgent)

export type PreferenceSwitch =
  | { channel: 'email'; name: keyof Preferences['email']; isOn: boolean }
  | { channel: 'push'; name: keyof Preferences['push']; isOn: boolean }

/** The preferences with one of them changed. */
export const withPreference = (of: Preferences, change: PreferenceSwitch): Preferences => ({
  ...of,
  [change.channel]: { ...of[change.channel], [change.name]: change.isOn },
})

/** "marga-mentee-2026-11-21.json" */
export const exportFileName = (role: Role, now: Date): string => `marga-${role}-${dayKey(now)}.json`

/** Of moderators, but not in a demo, where people look around without it. */
export const isTwoStepRequired = (
  role: Role,
  { demoLogins }: Pick<InstallationConfig, 'demoLogins'>,
): boolean => role === 'moderator' && demoLogins === null

/** Of two-step sign-in: what is said at each field, and what belongs to none. */
export function twoStepComplaints(error: Error | null): { password?: string; code?: string; other?: string } {
  if (!error) return {}
  const text = errorMessage('twoStep', error)
  if (!(error instanceof ApiError)) return { other: text }
  if (error.code === 'wrong_password') return { password: text }
  if (error.code === 'invalid_code') return { code: text }
  return Object.keys(error.fields).length > 0 ? error.fields : { other: text }
}
