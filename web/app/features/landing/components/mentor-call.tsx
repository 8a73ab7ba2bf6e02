import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { buttonStyle } from '../../../ui/button-style.ts'

/** The last word of the landing page goes to those who could teach. */
export function MentorCall() {
  return (
    <section className="page pb-20" aria-labelledby="teach">
      <div className="flex flex-wrap items-center justify-between gap-6 border-t border-line pt-12">
        <div className="max-w-xl">
          <h2 id="teach" className="text-3xl">
            Someone is where you were five years ago
          </h2>
          <p className="mt-3 text-ink-soft">
            Set your own rate and your own hours. We read every application and reply after detailed
            verification.
          </p>
        </div>
        <Link to={paths.auth.mentorRegister.getHref()} className={buttonStyle({ size: 'lg' })}>
          Apply as a mentor
        </Link>
      </div>
    </section>
  )
}
