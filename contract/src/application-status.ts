import { z } from 'zod'
import { isoTime, messageResponse, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { applicationStages, checklist } from './vetting.ts'

/** The page of an application opens until it is decided, and for so long after. */
export const applicationLinkDays = 30
/** A link to apply again is good for so long: from when it was mailed; on the page, from the refusal. */
export const reapplicationDays = 14

export const applicationStatus = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/application-status',
  access: 'public',
  summary: 'The status of an application, by the secret from the email',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({
    application: z.object({
      status: z.enum(['received', 'accepted', 'rejected']),
      submittedAt: isoTime,
      decidedAt: isoTime.nullable(),
      reason: z.string().nullable(),
      /**
       * With what the form is opened again, as by the link of the refusal's email; null while none would be taken, and
       * where the refusal is longer ago than `reapplicationDays`.
       */
      reapplyToken: z.string().nullable(),
      isEmailVerified: z.boolean(),
      stage: z.enum(applicationStages),
      /** What is checked of every mentor, and what has been. */
      checklist,
      /** What a moderator asks for now; null while nothing is wanted. */
      wanted: z.string().nullable(),
      /** What was asked and answered, oldest first: the last hundred. */
      exchange: z.array(z.object({ at: isoTime, by: z.enum(['moderator', 'applicant']), text: z.string() })),
      /** Names it where there is more than came. */
      shortened: z.array(z.enum(['exchange'])).optional(),
    }),
  }),
  /** Also of an application that was decided longer ago than `applicationLinkDays`. */
  errors: ['not_found'],
  limit: 'code',
})

export const applicantAnswerForm = z.object({ text: requiredText(4000, 'Write what we asked for.') })
export type ApplicantAnswerForm = z.infer<typeof applicantAnswerForm>

export const answerAsApplicant = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/application-status/answer',
  access: 'public',
  summary: 'Answers what the moderators want to know, by the secret from the email',
  body: applicantAnswerForm.extend({ token: z.string().min(1).max(200) }),
  response: messageResponse,
  errors: ['not_found', 'already_decided', 'rate_limited'],
  limit: 'code',
})

export const sendApplicantVerification = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/application-status/verification',
  access: 'public',
  summary: 'Emails an applicant the link that verifies the address once more',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: messageResponse,
  errors: ['not_found', 'rate_limited'],
  limit: 'code',
})

/** What applicants do by the secret of the mail, before they can sign in. */
export const applicationCalls = { applicationStatus, answerAsApplicant, sendApplicantVerification }
