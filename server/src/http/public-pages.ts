import { sitePageNames } from '@marga/contract/site-pages'

/** The pages that search engines are shown and that have a picture of their own, without those of mentors. */
export const publicPages: readonly string[] = [
  '/',
  '/browse/mentor/search',
  '/about',
  '/code-of-conduct',
  '/faq',
  '/contact',
  '/testimonials',
  ...sitePageNames.map((name) => `/${name}`),
  // People look for these by the name of the product.
  '/auth/login',
  '/auth/mentee-register',
  '/auth/mentor-register',
]
