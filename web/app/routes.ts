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
  layout('pages/auth/auth-layout.tsx', [
    route(paths.auth.login.pattern, 'pages/auth/login-page.tsx'),
    route(paths.auth.menteeRegister.pattern, 'pages/auth/mentee-register-page.tsx'),
    route(paths.auth.mentorRegister.pattern, 'pages/auth/mentor-register-page.tsx'),
    route(paths.auth.registrationSuccess.pattern, 'pages/auth/registration-success-page.tsx'),
  ]),
  layout('pages/mentee/mentee-layout.tsx', [
    route(paths.mentees.home.pattern, 'pages/mentee/mentee-home-page.tsx'),
  ]),
  layout('pages/mentor/mentor-layout.tsx', [
    route(paths.mentors.home.pattern, 'pages/mentor/mentor-home-page.tsx'),
  ]),
  layout('pages/moderator/moderator-layout.tsx', [
    route(paths.moderator.home.pattern, 'pages/moderator/moderator-home-page.tsx'),
  ]),
] satisfies RouteConfig
