import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import type { LandingFacts } from '../facts.ts'

/** What can be learned here and from how many, each skill a search. */
export function SkillGrid({ facts: { counts, skills } }: { facts: LandingFacts }) {
  if (skills.length === 0) return null
  return (
    <section className="page pb-16" aria-labelledby="skills">
      <h2 id="skills" className="text-3xl">
        What do you want to learn?
      </h2>
      <p className="mt-2 text-ink-soft">{counts.join(' · ')}</p>
      <ul className="mt-6 grid grid-cols-1 gap-2.5 min-[22rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
        {skills.map((skill) => (
          <li key={skill}>
            <Link
              to={paths.browse.search.getHref({}, { search: skill })}
              className="flex min-h-12 items-center rounded-md border border-line bg-surface px-4 py-2 font-semibold wrap-anywhere hover:border-line-strong"
            >
              {skill}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
