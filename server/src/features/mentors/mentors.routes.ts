import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Applications } from './applications.service.ts'
import type { Mentors } from './mentors.service.ts'

type Deps = { mentors: Mentors; applications: Applications; enrollments: Enrollments }

export const mentorRoutes = ({ mentors, applications, enrollments }: Deps): BoundRoute[] => [
  route(api.mentors.register, async ({ body }) => {
    await applications.apply(body)
    return { message: 'Your application is received. We answer after a detailed verification.' }
  }),
  route(api.mentors.applicationStatus, async ({ body }) => ({
    application: await applications.status(body.token),
  })),
  route(api.mentors.profile, async ({ actor, params }) => {
    const mentorData = await mentors.profile(params.mentorId)
    const enrollment = actor?.role === 'mentee' ? await enrollments.ofPair(actor.id, params.mentorId) : null
    return {
      mentorData,
      isEnrollmentActive: enrollment !== null && enrollment.status !== 'ended',
      enrollment,
    }
  }),
  route(api.mentors.ownProfile, async ({ actor }) => ({ profileData: await mentors.ownProfile(actor.id) })),
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
