import { z } from 'zod'
import { email, newPassword } from './accounts.ts'
import { id, isoTime, messageResponse, requiredName } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

const access = ['moderator'] as const

export const listedModerator = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  isTwoFactorOn: z.boolean(),
  createdAt: isoTime,
  isYou: z.boolean(),
})
export type ListedModerator = z.infer<typeof listedModerator>

export const moderatorInvitation = z.object({
  _id: id,
  email: z.string(),
  /** Null when that account is gone. */
  invitedBy: z.string().nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
})
export type ModeratorInvitation = z.infer<typeof moderatorInvitation>

const token = z.string().min(1).max(200)

export const invitationForm = z.object({ email })
export type InvitationForm = z.infer<typeof invitationForm>

export const newModeratorForm = z.object({
  name: requiredName(limits.nameMax, 'Tell us your name.'),
  password: newPassword,
})
export type NewModeratorForm = z.infer<typeof newModeratorForm>

/** Who moderates, and who may join them. */
export const moderators = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/moderators',
    access,
    summary: 'Who moderates, and who is invited to',
    response: z.object({
      moderators: z.array(listedModerator),
      invitations: z.array(moderatorInvitation),
    }),
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/api/moderator/invitations',
    access,
    summary: 'Invites someone by email to moderate; replaces an earlier invitation of the address',
    body: invitationForm,
    status: [201],
    response: z.object({ data: moderatorInvitation }),
    errors: ['already_exists'],
    limit: 'write',
  }),
  withdrawInvitation: defineEndpoint({
    method: 'DELETE',
    path: '/api/moderator/invitations/:id',
    access,
    summary: 'Takes an invitation back',
    response: messageResponse,
    errors: ['not_found'],
  }),
  readInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/moderator/read-invitation',
    access: 'public',
    summary: 'Who a link invites',
    body: z.object({ token }),
    response: z.object({ email: z.string(), invitedBy: z.string().nullable() }),
    errors: ['invalid_token'],
    limit: 'code',
  }),
  acceptInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/moderator/accept-invitation',
    access: 'public',
    summary: 'Becomes a moderator by the link of an invitation',
    body: newModeratorForm.extend({ token }),
    status: [201],
    response: messageResponse,
    errors: ['invalid_token', 'already_exists'],
    limit: 'signUp',
  }),
  leave: defineEndpoint({
    method: 'DELETE',
    path: '/api/moderator/moderators/me',
    access,
    summary: 'Stops moderating; what one decided stays in the log',
    body: z.object({ password: z.string().min(1).max(limits.passwordMax) }),
    response: messageResponse,
    errors: ['last_moderator', 'wrong_password', 'rate_limited'],
    idempotency: 'none',
    limit: 'signIn',
  }),
}
