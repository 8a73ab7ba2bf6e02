import { limits, ui } from '@marga/contract/limits'
import type { MentorCard } from '@marga/contract/mentor-card'
import { texts } from '@marga/contract/texts'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { SearchBox } from '../../../components/search-box.tsx'
import { Typewriter } from '../../../components/typewriter.tsx'
import { paths } from '../../../lib/paths.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { FeaturedMentor } from './featured-mentor.tsx'

const popularMax = 4

type HeroProps = {
  featured: MentorCard | undefined
  /** What most mentors teach, most of them first. */
  skills: readonly string[]
  profileHref: (mentorId: string) => string
}

export function Hero({ featured, skills, profileHref }: HeroProps) {
  // What moves for longer than five seconds can be stopped (WCAG 2.2.2).
  const [isPaused, setIsPaused] = useState(false)
  return (
    <section className="page grid grid-cols-1 items-center gap-12 py-12 lg:grid-cols-[1.25fr_1fr] lg:py-20">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <p className="inline-block rounded-full border border-line bg-accent-soft px-4 py-1.5 text-sm font-semibold text-accent-ink">
            {texts.landing.tagline}
          </p>
          <button
            type="button"
            aria-pressed={isPaused}
            aria-label="Pause the moving headline"
            title={isPaused ? 'Let the headline move' : 'Pause the moving headline'}
            onClick={() => setIsPaused(!isPaused)}
            className={buttonStyle({ variant: 'quiet', size: 'iconSm', class: 'motion-reduce:hidden' })}
          >
            {isPaused ? <Play className="size-4" /> : <Pause className="size-4" />}
          </button>
        </div>
        <h1 className="mt-6 text-4xl sm:text-5xl" aria-label={texts.landing.typewriter[0]}>
          <Typewriter phrases={texts.landing.typewriter} timing={ui.typewriter} isPaused={isPaused} />
        </h1>
        <p className="mt-5 max-w-xl text-lg text-ink-soft">
          Work one to one with someone a few years ahead of you: unlimited chat, four video calls a month, one
          flat fee. A person checks every mentor before you see them.
        </p>
        <div className="mt-8 max-w-xl">
          <SearchBox size="hero" />
        </div>
        <p className="mt-4 max-w-xl text-ink-soft">
          Not sure yet? Mentors can offer a free {limits.introMinutes}-minute intro call: look for “Book a
          free intro call” on a profile.
        </p>
        {skills.length > 0 ? (
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
            Skills to learn
            {skills.slice(0, popularMax).map((skill) => (
              <Link
                key={skill}
                to={paths.browse.search.getHref({}, { search: skill })}
                className="link py-1.5"
              >
                {skill}
              </Link>
            ))}
          </p>
        ) : null}
      </div>
      {featured ? <FeaturedMentor mentor={featured} profileHref={profileHref(featured._id)} /> : null}
    </section>
  )
}
