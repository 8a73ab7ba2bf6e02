import { z } from 'zod'
import { firstName, lastName, lastNameAsRead, phone, phoneAsRead } from './accounts.ts'
import { id, isoTime, optionalName, optionalText, requiredName, timeZone } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { imageUrl } from './images.ts'

export const menteeProfile = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  profileImageUrl: z.string().nullable(),
  about: z.string(),
  interests: z.array(z.string()),
  timeZone: z.string().nullable(),
  locale: z.string().nullable(),
  isEmailVerified: z.boolean(),
  createdAt: isoTime,
})
export type MenteeProfile = z.infer<typeof menteeProfile>

export const menteeProfileForm = z
  .object({
    firstName,
    lastName: lastNameAsRead,
    phone: phoneAsRead,
    profileImageUrl: imageUrl.nullable(),
    about: optionalText(2000),
    interests: z
      .array(requiredName(40, undefined, 'Use at most 40 characters for each interest.'))
      .max(30, 'Give at most 30 interests.'),
    /** Null as it is read: none was chosen. */
    timeZone: timeZone.nullable(),
    locale: optionalName(35).nullable(),
  })
  .partial()

/** Only what differs from the profile as it was read: what is empty here was not, which a form refuses at once. */
export const menteeProfileChanges = menteeProfileForm.extend({ lastName, phone }).partial()

const ownMenteeProfile = {
  path: '/api/mentees/edit-profile/:menteeId',
  access: ['mentee'],
  self: ['params.menteeId'],
  response: z.object({ menteeProfileDetails: menteeProfile }),
} as const

export const ownMenteeProfileEndpoints = {
  menteeProfile: defineEndpoint({ ...ownMenteeProfile, method: 'GET', summary: "The mentee's own profile" }),
  editMenteeProfile: defineEndpoint({
    ...ownMenteeProfile,
    method: 'PATCH',
    summary: 'Changes any of the profile fields',
    body: menteeProfileForm,
    limit: 'profile',
  }),
}
