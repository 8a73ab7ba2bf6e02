import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { type MemberRole, roleApiBase } from './roles.ts'

export const preferences = z.object({
  email: z.object({
    messages: z.boolean(),
    bookings: z.boolean(),
    reminders: z.boolean(),
    payments: z.boolean(),
    /** Written to mentors only. */
    reviews: z.boolean(),
  }),
  push: z.object({ messages: z.boolean(), reminders: z.boolean() }),
})
export type Preferences = z.infer<typeof preferences>

/** Moderators are mailed about what waits for them. */
export const moderatorPreferences = z.object({ email: z.object({ cases: z.boolean() }) })
export type ModeratorPreferences = z.infer<typeof moderatorPreferences>

/** What mentees and mentors want to be told of. */
export const memberPreferences = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
    preferences: defineEndpoint({
      method: 'GET',
      path: `${base}/preferences/:ownId`,
      access,
      self: ['params.ownId'],
      summary: 'Which emails and notifications the person wants',
      response: z.object({ preferences }),
    }),
    editPreferences: defineEndpoint({
      method: 'PATCH',
      path: `${base}/preferences/:ownId`,
      access,
      self: ['params.ownId'],
      summary: 'Changes any of the preferences',
      body: z.object({
        email: preferences.shape.email.partial().optional(),
        push: preferences.shape.push.partial().optional(),
      }),
      response: z.object({ preferences }),
    }),
  }
}

const ownModeratorPreferences = {
  path: '/api/moderator/preferences/:ownId',
  access: ['moderator'],
  self: ['params.ownId'],
  response: z.object({ preferences: moderatorPreferences }),
} as const

export const ownPreferencesOfModerator = {
  preferences: defineEndpoint({
    ...ownModeratorPreferences,
    method: 'GET',
    summary: 'Which emails the moderator gets',
  }),
  editPreferences: defineEndpoint({
    ...ownModeratorPreferences,
    method: 'PATCH',
    summary: 'Changes which emails the moderator gets',
    body: z.object({ email: moderatorPreferences.shape.email.partial().optional() }),
  }),
}
