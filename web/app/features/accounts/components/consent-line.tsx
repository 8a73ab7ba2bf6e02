import { paths } from '../../../lib/paths.ts'

const pages = [
  { label: 'terms', href: paths.terms.getHref() },
  { label: 'privacy policy', href: paths.privacy.getHref() },
]

/** What somebody agrees to by a form; in tabs of their own, so that nothing typed is lost. */
export const ConsentLine = ({ by }: { by: string }) => (
  <p className="text-sm text-ink-soft">
    By {by} you agree to the{' '}
    {pages.map(({ label, href }, index) => (
      <span key={href}>
        {index > 0 && ' and the '}
        <a href={href} target="_blank" className="link" rel="noopener">
          {label}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </span>
    ))}
    .
  </p>
)
