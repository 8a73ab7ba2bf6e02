import type { Mentor } from '@marga/contract/mentors'
import { paths } from '../../lib/paths.ts'

/** schema.org's words for a mentor's public profile. */
export function profileJsonLd(mentor: Mentor, origin: string): object {
  const url = new URL(paths.browse.profile.getHref({ mentorId: mentor._id }), origin).href
  const name = `${mentor.firstName} ${mentor.lastName}`
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: mentor.memberSince,
    mainEntity: {
      '@type': 'Person',
      name,
      jobTitle: mentor.jobTitle,
      worksFor: { '@type': 'Organization', name: mentor.firmName },
      description: mentor.shortBio ?? undefined,
      image: mentor.profileImageUrl ? new URL(mentor.profileImageUrl, origin).href : undefined,
      knowsAbout: mentor.expertise,
      knowsLanguage: mentor.languages,
      address: mentor.location ? { '@type': 'PostalAddress', addressLocality: mentor.location } : undefined,
      sameAs: [mentor.website, mentor.linkedInUrl, mentor.twitterUrl].filter(Boolean),
      makesOffer: {
        '@type': 'Offer',
        price: mentor.monthlyFee,
        priceCurrency: 'INR',
        itemOffered: {
          '@type': 'Service',
          name: `Mentoring by ${name}`,
          aggregateRating:
            mentor.rating === null
              ? undefined
              : { '@type': 'AggregateRating', ratingValue: mentor.rating, reviewCount: mentor.reviewCount },
        },
      },
    },
  }
}

/** Free times by day, in the order of time: at most `daysMax` days of `timesMax` each. */
export function groupByDay<T extends { start: string }>(
  times: readonly T[],
  keyOf: (time: string) => string,
  daysMax: number,
  timesMax: number,
): { day: string; times: T[] }[] {
  const days = new Map<string, T[]>()
  for (const time of times) {
    const key = keyOf(time.start)
    if (!days.has(key) && days.size === daysMax) break
    const day = days.get(key) ?? []
    if (day.length < timesMax) day.push(time)
    days.set(key, day)
  }
  return [...days].map(([day, list]) => ({ day, times: list }))
}
