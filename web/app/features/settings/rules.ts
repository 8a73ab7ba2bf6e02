import type { InstallationConfig } from '@marga/contract/installation'
import type { Preferences } from '@marga/contract/preferences'
import type { Role } from '@marga/contract/roles'
import { dayKey } from '../../lib/dates.ts'

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
