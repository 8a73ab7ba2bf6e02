import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Logo } from './logo.tsx'
import { Popover } from './popover.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeButton } from './theme-button.tsx'

export const barLink =
  'inline-flex min-h-10 items-center rounded-md px-3 text-sm font-semibold text-ink-soft hover:text-ink aria-[current=page]:text-ink'
const panelLink = 'flex min-h-12 items-center rounded-md px-3 font-semibold hover:bg-sunken'

const links = [
  { href: paths.auth.mentorRegister.getHref(), label: 'Become a Mentor' },
  { href: paths.browse.search.getHref(), label: 'Find a Mentor' },
]

/** `account` is the Login link, or the menu of whoever is logged in. */
export function SiteHeader({ productName, account }: { productName: string; account: ReactNode }) {
  // These have a search field of their own.
  const { pathname } = useLocation()
  const hasOwnSearch = pathname === paths.browse.search.pattern || pathname === paths.home.pattern
  return (
    <header className="sticky top-0 z-30 short:static border-b border-line bg-paper">
      <div className="page flex h-[calc(var(--spacing-navbar)-1px)] items-center gap-3 lg:gap-6">
        <Link to={paths.home.getHref()} aria-label={`${productName}, home`} className="inline-flex shrink-0">
          <Logo name={productName} />
        </Link>
        <div className="hidden max-w-88 flex-1 md:block">{hasOwnSearch ? null : <SearchBox />}</div>
        <nav aria-label="Main" className="ml-auto hidden items-center gap-1 md:flex">
          {links.map(({ href, label }) => (
            <NavLink key={href} to={href} className={barLink}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="flex items-center gap-1 max-md:ml-auto">
          <ThemeButton />
          {account}
          <div className="md:hidden">
            <Popover
              label="Menu"
              button={<Menu className="size-6" aria-hidden="true" />}
              buttonClassName={buttonStyle({ variant: 'quiet', size: 'icon' })}
              className="inset-x-0 w-full border-x-0 p-4"
            >
              {hasOwnSearch ? null : <SearchBox />}
              <nav aria-label="Menu" className="mt-3 grid">
                {links.map(({ href, label }) => (
                  <Link key={href} to={href} className={panelLink}>
                    {label}
                  </Link>
                ))}
              </nav>
            </Popover>
          </div>
        </div>
      </div>
    </header>
  )
}
