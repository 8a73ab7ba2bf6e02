import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Profiles } from '../accounts/profile.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Reviews } from '../reviews/reviews.service.ts'
import type { ApplicationStatus } from './application-status.service.ts'
import type { Applications } from './applications.service.ts'
import type { Mentors } from './mentors.service.ts'

type Deps = {
  mentors: Mentors
  applications: Applications
  applicationStatus: ApplicationStatus
  enrollments: Enrollments
  reviews: Reviews
  profiles: Profiles
}

const aStranger = { enrollment: null, ownReview: null, canReview: false }

export const mentorRoutes = ({
  mentors,
  applications,
  applicationStatus,
  enrollments,
  reviews,
  profiles,
}: Deps): BoundRoute[] => [
  route(api.mentors.register, async ({ body, caller }) => {
    await applications.apply(body, caller)
    return { message: 'Your application is received. We answer after a detailed verification.' }
  }),
  route(api.mentors.applicationStatus, async ({ body }) => ({
    application: await applicationStatus.status(body.token),
  })),
  route(api.mentors.sendApplicantVerification, async ({ body }) => {
    await applicationStatus.sendVerification(body.token)
    return { message: 'An email is on its way.' }
  }),
  route(api.mentors.answerAsApplicant, async ({ body }) => {
    await applicationStatus.answer(body.token, body.text)
    return { message: 'Thank you. A moderator reads your answer.' }
  }),
  route(api.mentors.profile, async ({ actor, params }) => {
    const menteeId = actor?.role === 'mentee' ? actor.id : undefined
    const mentorData = await mentors.profile(params.mentorId, menteeId)
    const { enrollment, ...reviewing } = menteeId
      ? {
          enrollment: await enrollments.ofPair(menteeId, params.mentorId),
          ...(await reviews.ofMentee(menteeId, params.mentorId)),
        }
      : aStranger
    return {
      mentorData,
      isEnrollmentActive: enrollment !== null && enrollment.status !== 'ended',
      enrollment,
      ...reviewing,
    }
  }),
  route(api.mentors.ownProfile, async ({ actor }) => ({ profileData: await mentors.ownProfile(actor.id) })),
  route(api.mentors.readMentee, async ({ actor, params }) => ({
    mentee: await profiles.menteeFor(actor, params.menteeId),
  })),
  route(api.mentors.editProfile, async ({ actor, body }) => ({
    profileData: await mentors.editProfile(actor.id, body),
  })),
  route(api.mentors.addSkills, async ({ actor, body }) => ({
    expertise: await mentors.addSkills(actor.id, body.newSkills),
  })),
  route(api.mentors.removeSkill, async ({ actor, body }) => ({
    expertise: await mentors.removeSkill(actor.id, body.skill),
  })),
]
