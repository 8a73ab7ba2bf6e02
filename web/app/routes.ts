import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { paths } from './lib/paths.ts'

/** The one route table. A page is added here when it exists; its address comes from lib/paths.ts. */
export default [
  layout('pages/public/public-layout.tsx', [
    index('pages/public/landing-page.tsx'),
    route(paths.browse.search.pattern, 'pages/public/browse-page.tsx'),
    route(paths.browse.profile.pattern, 'pages/public/mentor-profile-page.tsx'),
    route(paths.about.pattern, 'pages/public/about-page.tsx'),
    route(paths.codeOfConduct.pattern, 'pages/public/code-of-conduct-page.tsx'),
    route(paths.faq.pattern, 'pages/public/faq-page.tsx'),
    route(paths.contact.pattern, 'pages/public/contact-page.tsx'),
    route(paths.testimonials.pattern, 'pages/public/testimonials-page.tsx'),
  ]),
  route(paths.auth.login.pattern, 'pages/auth/login-page.tsx'),
  route(paths.auth.menteeRegister.pattern, 'pages/auth/mentee-register-page.tsx'),
  route(paths.auth.mentorRegister.pattern, 'pages/auth/mentor-register-page.tsx'),
  route(paths.auth.registrationSuccess.pattern, 'pages/auth/registration-success-page.tsx'),
  route(paths.auth.menteeForgotPassword.pattern, 'pages/auth/mentee-forgot-password-page.tsx'),
  route(paths.auth.mentorForgotPassword.pattern, 'pages/auth/mentor-forgot-password-page.tsx'),
  route(paths.auth.verifyEmail.pattern, 'pages/auth/verify-email-page.tsx'),
  route(paths.auth.application.pattern, 'pages/auth/application-page.tsx'),
  route(paths.auth.googleSuccess.pattern, 'pages/auth/google-success-page.tsx'),
  layout('pages/mentee/mentee-layout.tsx', [
    layout('pages/member/area-content.tsx', { id: 'mentee-content' }, [
      route(paths.mentees.home.pattern, 'pages/mentee/mentee-home-page.tsx'),
      route(paths.mentees.browse.pattern, 'pages/mentee/mentee-browse-page.tsx'),
      route(paths.mentees.mentorProfile.pattern, 'pages/mentee/mentee-mentor-profile-page.tsx'),
      route(paths.mentees.subscribedMentors.pattern, 'pages/mentee/subscribed-mentors-page.tsx'),
      route(paths.mentees.paymentSuccess.pattern, 'pages/mentee/payment-success-page.tsx'),
      route(paths.mentees.paymentFailed.pattern, 'pages/mentee/payment-failed-page.tsx'),
      route(paths.mentees.schedules.pattern, 'pages/mentee/schedules-page.tsx'),
      route(paths.mentees.bookedSlots.pattern, 'pages/mentee/booked-slots-page.tsx'),
      route(paths.mentees.inbox.pattern, 'pages/mentee/inbox-page.tsx'),
      route(paths.mentees.profile.pattern, 'pages/mentee/mentee-profile-page.tsx'),
      route(paths.mentees.settings.pattern, 'pages/mentee/mentee-settings-page.tsx'),
      route(paths.mentees.tickets.pattern, 'pages/mentee/mentee-tickets-page.tsx'),
      route(paths.mentees.notifications.pattern, 'pages/mentee/mentee-notifications-page.tsx'),
      route(paths.mentees.community.pattern, 'pages/mentee/mentee-community-page.tsx'),
      route(paths.mentees.trial.pattern, 'pages/mentee/trial-page.tsx'),
    ]),
  ]),
  route(paths.mentees.live.pattern, 'pages/mentee/live-page.tsx'),
  layout('pages/mentor/mentor-layout.tsx', [
    layout('pages/member/area-content.tsx', { id: 'mentor-content' }, [
      route(paths.mentors.home.pattern, 'pages/mentor/mentor-home-page.tsx'),
      route(paths.mentors.scheduler.pattern, 'pages/mentor/scheduler-page.tsx'),
      route(paths.mentors.profile.pattern, 'pages/mentor/mentor-profile-page.tsx'),
      route(paths.mentors.subscribedMentees.pattern, 'pages/mentor/subscribed-mentees-page.tsx'),
      route(paths.mentors.inbox.pattern, 'pages/mentor/inbox-page.tsx'),
      route(paths.mentors.settings.pattern, 'pages/mentor/mentor-settings-page.tsx'),
      route(paths.mentors.tickets.pattern, 'pages/mentor/mentor-tickets-page.tsx'),
      route(paths.mentors.notifications.pattern, 'pages/mentor/mentor-notifications-page.tsx'),
      route(paths.mentors.community.pattern, 'pages/mentor/mentor-community-page.tsx'),
    ]),
  ]),
  route(paths.mentors.live.pattern, 'pages/mentor/live-page.tsx'),
  layout('pages/moderator/moderator-layout.tsx', [
    layout('pages/member/area-content.tsx', { id: 'moderator-content' }, [
      route(paths.moderator.home.pattern, 'pages/moderator/moderator-home-page.tsx'),
      route(paths.moderator.menteesList.pattern, 'pages/moderator/mentees-list-page.tsx'),
      route(paths.moderator.mentorsList.pattern, 'pages/moderator/mentors-list-page.tsx'),
      route(paths.moderator.mentorApplicants.pattern, 'pages/moderator/mentor-applicants-page.tsx'),
      route(paths.moderator.tickets.pattern, 'pages/moderator/tickets-page.tsx'),
      route(paths.moderator.settings.pattern, 'pages/moderator/moderator-settings-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
