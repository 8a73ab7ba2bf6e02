import type { InstallationConfig } from '@marga/contract/installation'
import { texts } from '@marga/contract/texts'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { Logo } from './logo.tsx'
import { type Social, SocialIcon } from './social-icon.tsx'

const columns = [
  {
    title: 'Platform',
    links: [
      { label: 'Find a Mentor', href: paths.browse.search.getHref() },
      { label: 'Book a Session', href: paths.browse.search.getHref() },
      { label: 'Testimonials', href: paths.testimonials.getHref() },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: paths.about.getHref() },
      { label: 'Code of Conduct', href: paths.codeOfConduct.getHref() },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'Faq', href: paths.faq.getHref() },
      { label: 'Contact', href: paths.contact.getHref() },
      { label: 'Grievance officer', href: paths.grievance.getHref() },
    ],
  },
]

const legal = [
  { label: 'Terms', href: paths.terms.getHref() },
  { label: 'Privacy', href: paths.privacy.getHref() },
  { label: 'Refunds', href: paths.refunds.getHref() },
  { label: 'Cookies', href: paths.cookies.getHref() },
]

const socials: readonly { key: Social; label: string }[] = [
  { key: 'instagram', label: 'Instagram' },
  { key: 'facebook', label: 'Facebook' },
  { key: 'linkedin', label: 'LinkedIn' },
  { key: 'twitter', label: 'Twitter' },
]

type SiteFooterProps = Pick<InstallationConfig, 'productName' | 'socialLinks'>

export function SiteFooter({ productName, socialLinks }: SiteFooterProps) {
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="page grid gap-10 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="sm:col-span-3 lg:col-span-1">
          <Logo name={productName} />
          <p className="mt-4 max-w-xs text-sm text-ink-soft">{texts.landing.footer}</p>
          <ul className="mt-4 -ml-2.5 flex gap-1">
            {socials.map(({ key, label }) => (
              <li key={key}>
                <a
                  href={socialLinks[key] || '/'}
                  aria-label={label}
                  className="grid size-11 place-items-center rounded-md text-ink-soft hover:text-ink"
                >
                  <SocialIcon of={key} />
                </a>
              </li>
            ))}
          </ul>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-sans text-sm font-bold tracking-normal">{title}</h2>
            <ul className="mt-2 grid">
              {links.map(({ label, href }) => (
                <li key={label}>
                  <Link
                    to={href}
                    className="inline-flex min-h-10 items-center text-sm text-ink-soft hover:text-ink hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line py-3 text-sm text-ink-soft">
        <p className="py-2">
          © {texts.landing.copyrightYear} {productName}. All rights reserved.
        </p>
        <nav aria-label="Legal">
          <ul className="flex flex-wrap gap-x-5">
            {legal.map(({ label, href }) => (
              <li key={label}>
                <Link to={href} className="inline-flex min-h-10 items-center hover:text-ink hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
