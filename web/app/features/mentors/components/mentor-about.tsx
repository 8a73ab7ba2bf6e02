import type { Mentor } from '@marga/contract/mentors'
import { Chip } from '../../../components/chip.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'

/** In the mentor's own words; line breaks are theirs. */
export function MentorAbout({ mentor }: { mentor: Mentor }) {
  const timeZone = useTimeZone()
  const links = [
    { label: 'Website', href: mentor.website },
    { label: 'LinkedIn', href: mentor.linkedInUrl },
    { label: 'Twitter', href: mentor.twitterUrl },
  ].filter((link): link is { label: string; href: string } => Boolean(link.href))
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="text-2xl">
        About
      </h2>
      <p className="mt-3 max-w-prose whitespace-pre-line">{mentor.bio}</p>
      <dl className="mt-6 grid gap-5 sm:grid-cols-2">
        <div>
          <dt className="text-sm font-semibold text-ink-faint">Education</dt>
          <dd>{mentor.educationalQualification}</dd>
        </div>
        {mentor.yearsOfExperience ? (
          <div>
            <dt className="text-sm font-semibold text-ink-faint">Experience</dt>
            <dd>{pluralize(mentor.yearsOfExperience, 'year')}</dd>
          </div>
        ) : null}
        {mentor.languages.length > 0 ? (
          <div>
            <dt className="text-sm font-semibold text-ink-faint">Languages</dt>
            <dd>{mentor.languages.join(', ')}</dd>
          </div>
        ) : null}
        <div>
          <dt className="text-sm font-semibold text-ink-faint">Mentoring here since</dt>
          <dd>{formatDate(mentor.memberSince, timeZone)}</dd>
        </div>
        {links.length > 0 ? (
          <div>
            <dt className="text-sm font-semibold text-ink-faint">Elsewhere</dt>
            <dd className="flex flex-wrap gap-x-4">
              {links.map(({ label, href }) => (
                <a key={label} href={href} rel="noopener nofollow ugc" target="_blank" className="link">
                  {label}
                </a>
              ))}
            </dd>
          </div>
        ) : null}
      </dl>
      <h3 className="mt-7 font-sans text-sm font-semibold tracking-normal text-ink-faint">Can help with</h3>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {mentor.expertise.map((skill) => (
          <Chip key={skill}>{skill}</Chip>
        ))}
      </ul>
    </section>
  )
}
