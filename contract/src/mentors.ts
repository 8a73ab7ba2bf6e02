import { z } from 'zod'
import { firstName, lastName, passwordsMatch, phone, registrationFields } from './accounts.ts'
import { applicationCalls } from './application-status.ts'
import {
  atMost,
  isoTime,
  messageResponse,
  optionalName,
  optionalText,
  person,
  requiredName,
  requiredText,
  timeZone,
} from './common.ts'
import { parseDecimal } from './decimals.ts'
import { defineEndpoint } from './endpoint.ts'
import { enrollment } from './enrollments.ts'
import { imageUrl } from './images.ts'
import { limits } from './limits.ts'
import { mentorCard } from './mentor-card.ts'
import { review } from './reviews.ts'
import { splitSkills, uniqueSkills } from './skills.ts'

/** Public profile of an accepted mentor. Never holds e-mail, phone or anything of the login. */
export const mentor = mentorCard.extend({
  bio: z.string(),
  educationalQualification: z.string(),
  website: z.string().nullable(),
  twitterUrl: z.string().nullable(),
  linkedInUrl: z.string().nullable(),
  languages: z.array(z.string()),
  /** The year in which the mentor began in the field, and how many years that is now. */
  workingSince: z.number().int().nullable(),
  yearsOfExperience: z.number().int().nullable(),
  timeZone: z.string(),
  memberSince: isoTime,
})
export type Mentor = z.infer<typeof mentor>

export const skill = requiredName(
  limits.skillMax,
  'Give the skill a name.',
  `Use at most ${limits.skillMax} characters for each skill.`,
)

/** Money as sent: a number or its text as people type it; stored rounded to the rupee. */
const rupees = (error: string) =>
  z
    .union([z.number(), z.string().transform((text) => parseDecimal(text) ?? Number.NaN)], { error })
    .pipe(z.number({ error }))
    .transform(Math.round)

export const hourlyRate = rupees('Give the hourly rate in rupees.').pipe(
  z.number().min(limits.hourlyRateMin, 'At least ₹1.').max(limits.hourlyRateMax, 'At most ₹1,00,000.'),
)

const yearError = `Give a year from ${limits.workingSinceMin} on, like 2012.`
/** As a number, or as typed. Empty text: none. Whether it has come yet is the server's to say. */
const year = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .transform((text) => (text === '' ? null : Number(text))),
    ],
    { error: yearError },
  )
  .pipe(
    z
      .number({ error: yearError })
      .int(yearError)
      .min(limits.workingSinceMin, yearError)
      .max(2200, yearError)
      .nullable(),
  )

/** An address that a person gave: http(s) only, so that a stored link can never run script. */
export const webAddress = z
  .string()
  .trim()
  .max(300, atMost(300))
  .refine(
    (text) => text === '' || /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(text),
    'Give a full address that starts with https://',
  )

export const expertise = z
  .union([z.array(skill), z.string().transform((text) => splitSkills(text))], {
    error: 'Give at least one skill.',
  })
  .pipe(
    z
      .array(skill)
      .min(1, 'Give at least one skill.')
      .max(limits.skillsMax, `Give at most ${limits.skillsMax} skills.`),
  )
  .transform(uniqueSkills)

const applicationFields = {
  jobTitle: requiredText(120, 'Job title is required'),
  firmName: requiredText(120, 'Organisation is required'),
  location: optionalName(120).nullish(),
  bio: requiredText(limits.bioMax, 'Bio is required'),
  educationalQualification: requiredText(300, 'Education is required'),
  hourlyRate,
  expertise,
  website: webAddress.nullish(),
  twitterUrl: webAddress.nullish(),
  linkedInUrl: webAddress.nullish(),
}

export const mentorRegistration = z
  .object({
    ...registrationFields,
    confirmpassword: registrationFields.confirmpassword.optional(),
    ...applicationFields,
    /** Of the mailed link, for an address that applied before. */
    token: z.string().min(1).max(200).optional(),
  })
  .refine(passwordsMatch.check, passwordsMatch.refusal)
export type MentorRegistration = z.infer<typeof mentorRegistration>
export type MentorRegistrationInput = z.input<typeof mentorRegistration>

export const registerMentor = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/register',
  access: 'public',
  summary: 'Applies as a mentor; an address that applied before is emailed the link to do so again',
  body: mentorRegistration,
  status: [201],
  response: messageResponse,
  errors: ['application_in_review', 'account_blocked', 'already_exists', 'invalid_token'],
  limit: 'signUp',
})

export const getMentorProfile = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentor/profile/:mentorId',
  access: 'optional',
  summary: 'A mentor, and whether the calling mentee is enrolled',
  response: z.object({
    mentorData: mentor,
    isEnrollmentActive: z.boolean(),
    enrollment: enrollment.nullable(),
    /** What the calling mentee wrote of this mentor, and whether they may: they paid or met once. */
    ownReview: review.nullable(),
    canReview: z.boolean(),
  }),
  errors: ['not_found'],
})

export const ownMentorProfile = mentor.extend({
  email: z.string(),
  isEmailVerified: z.boolean(),
  phone: z.string(),
  locale: z.string().nullable(),
  /** Otherwise `timeZone` is the site's, and nobody has said that it is the mentor's. */
  isTimeZoneChosen: z.boolean(),
})
export type OwnMentorProfile = z.infer<typeof ownMentorProfile>

const profileResponse = z.object({ profileData: ownMentorProfile })

export const getOwnMentorProfile = defineEndpoint({
  method: 'GET',
  path: '/api/mentors/edit-profile/:ownId',
  access: ['mentor'],
  self: ['params.ownId'],
  summary: "The mentor's own profile",
  response: profileResponse,
})

/** What a mentee wrote for their mentors. */
export const menteeAbout = person.extend({ about: z.string(), interests: z.array(z.string()) })
export type MenteeAbout = z.infer<typeof menteeAbout>

export const readMentee = defineEndpoint({
  method: 'GET',
  path: '/api/mentors/mentees/:menteeId',
  access: ['mentor'],
  summary: 'What a mentee says about themselves, for mentors they have subscribed to or met',
  response: z.object({ mentee: menteeAbout }),
  errors: ['not_found'],
})

export const editMentorProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/mentors/edit-profile/:ownId',
  access: ['mentor'],
  self: ['params.ownId'],
  summary: 'Changes any of the profile fields',
  body: z
    .object({
      firstName,
      lastName,
      phone,
      ...applicationFields,
      monthlyFee: rupees('Give the monthly fee in rupees.').pipe(
        z.number().min(1, 'At least ₹1.').max(limits.monthlyFeeMax, 'At most ₹9,99,999.'),
      ),
      shortBio: optionalText(limits.shortBioMax).nullable(),
      profileImageUrl: imageUrl.nullable(),
      languages: z
        .array(requiredName(40, undefined, 'Use at most 40 characters for each language.'))
        .max(limits.languagesMax, `Give at most ${limits.languagesMax} languages.`),
      workingSince: year.nullable(),
      timeZone,
      locale: z.string().trim().max(35).nullable(),
    })
    .partial(),
  response: profileResponse,
  limit: 'profile',
})

export const addSkills = defineEndpoint({
  method: 'PATCH',
  path: '/api/mentors/add-new-skill/:ownId',
  access: ['mentor'],
  self: ['params.ownId'],
  summary: 'Adds one skill or several',
  body: z.object({ newSkills: expertise }),
  response: z.object({ expertise: z.array(z.string()) }),
  errors: ['already_exists'],
  limit: 'profile',
})

export const removeSkill = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/add-new-skill/:ownId',
  access: ['mentor'],
  self: ['params.ownId'],
  summary: 'Removes a skill',
  body: z.object({ skill }),
  response: z.object({ expertise: z.array(z.string()) }),
  errors: ['not_found'],
  limit: 'profile',
})

export const mentors = {
  register: registerMentor,
  ...applicationCalls,
  profile: getMentorProfile,
  ownProfile: getOwnMentorProfile,
  readMentee,
  editProfile: editMentorProfile,
  addSkills,
  removeSkill,
}
