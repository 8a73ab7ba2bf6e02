import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'

const checks = [
  'A moderator reads each application by hand: the work, the firm, the education, the links.',
  'Only mentees who met or paid a mentor can review one, and reviews are shown good and bad.',
  'A person reads every complaint. Anyone who breaks the code of conduct can be blocked, at once and everywhere.',
  'Mentors never see your email address or phone number. Everything happens here.',
]

export function VettingSection() {
  return (
    <section className="page pb-16" aria-labelledby="vetting">
      <div className="grid gap-8 rounded-xl bg-positive-soft p-7 sm:p-12 lg:grid-cols-[1fr_1.4fr]">
        <div>
          <h2 id="vetting" className="text-3xl text-positive-ink">
            Highly vetted is not a slogan here
          </h2>
          <Link to={paths.codeOfConduct.getHref()} className="link mt-4 inline-block py-1">
            Read the code of conduct
          </Link>
        </div>
        <ul className="grid gap-4">
          {checks.map((check) => (
            <li key={check} className="border-l-3 border-positive pl-4">
              {check}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
