import { ChevronDown } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { setTheme, type Theme, useTheme } from '../lib/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cn } from '../ui/cn.ts'
import {
  DropdownMenu,
  MenuChoices,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuSeparator,
} from '../ui/dropdown-menu.tsx'
import { Logo } from './logo.tsx'

export type AreaLink = {
  href: string
  label: string
  icon: ComponentType<{ className?: string }>
  /** The home link is current on its own address only. */
  isExact?: boolean
  /** A CountBadge, say. */
  badge?: ReactNode
}

export type MenuLinkOf = Pick<AreaLink, 'href' | 'label' | 'badge'>

type AreaShellProps = {
  productName: string
  homeHref: string
  person: { name: string; profileImageUrl: string | null }
  links: readonly AreaLink[]
  menuLinks: readonly MenuLinkOf[]
  /** On the button of the menu: that something inside it is new. */
  menuBadge?: ReactNode
  onSignOut: () => void
  /** The notification bell. */
  bell?: ReactNode
  /** Under the bar, over the page: the connection badge. */
  notice?: ReactNode
  children: ReactNode
}

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Match my device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Bar, navigation and profile menu around every page of a signed-in area. */
export function AreaShell(props: AreaShellProps) {
  const { productName, homeHref, links, bell, notice, children } = props
  // Six do not stand beside the name of the product on a tablet.
  const fits = links.length > 5 ? barFromLaptop : barFromTablet
  return (
    <div className={cn('flex min-h-dvh flex-col', fits.page)}>
      <a
        href="#content"
        className="sr-only rounded-md bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className="sticky top-(--offline-bar,0px) z-30 short:static border-b border-line bg-paper">
        <div className="page flex h-[calc(var(--spacing-navbar)-1px)] items-center gap-4">
          <Link to={homeHref} aria-label={`${productName}, home`} className="inline-flex shrink-0">
            <Logo name={productName} />
          </Link>
          <nav aria-label="Main" className={cn('ml-4 hidden h-full items-stretch gap-1', fits.bar)}>
            {links.map((link) => (
              <NavLink key={link.href} to={link.href} end={link.isExact} className={barLink}>
                {link.label}
                {link.badge}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-1">
            {bell}
            <ProfileMenu {...props} />
          </div>
        </div>
        {notice}
      </header>
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {children}
      </main>
      <nav
        aria-label="Main"
        data-tabs
        className={cn(
          'fixed inset-x-0 bottom-0 z-30 short:static grid auto-cols-fr grid-flow-col border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]',
          fits.tabs,
        )}
      >
        {links.map(({ icon: Icon, ...link }) => (
          <NavLink key={link.href} to={link.href} end={link.isExact} className={tabLink}>
            <span className="relative">
              <Icon className="size-6" aria-hidden="true" />
              <span className="absolute -top-2 left-4">{link.badge}</span>
            </span>
            {link.label}
          </NavLink>
        ))}
      </nav>
    </div>
  )
}

/** From which width on the links stand in the bar; below it they are tabs at the bottom. */
const barFromTablet = {
  page: 'max-md:not-short:pb-16 max-md:not-short:[--tabs-height:calc(4rem+env(safe-area-inset-bottom))]',
  bar: 'md:flex',
  tabs: 'md:hidden',
}
const barFromLaptop = {
  page: 'max-lg:not-short:pb-16 max-lg:not-short:[--tabs-height:calc(4rem+env(safe-area-inset-bottom))]',
  bar: 'lg:flex',
  // Six have 60 px each on a telephone.
  tabs: 'lg:hidden max-xs:tracking-tighter',
}

const barLink =
  'inline-flex items-center gap-2 border-y-2 border-transparent px-3 text-sm font-semibold text-ink-soft hover:text-ink aria-[current=page]:border-b-accent aria-[current=page]:text-ink'
const tabLink =
  'grid min-h-16 content-center justify-items-center gap-0.5 px-0.5 text-center text-[0.6875rem] leading-tight font-semibold text-ink-soft aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink'

function ProfileMenu({ person, menuLinks, menuBadge, onSignOut }: AreaShellProps) {
  const theme = useTheme()
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={`Profile menu of ${person.name}`}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 hover:bg-sunken"
        >
          <Avatar src={person.profileImageUrl} size="xs" isEager />
          {menuBadge}
          <span className="max-w-36 truncate text-sm font-semibold max-lg:hidden">{person.name}</span>
          <ChevronDown className="size-4 text-ink-faint" aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>{person.name}</MenuLabel>
      {menuLinks.map(({ href, label, badge }) => (
        <MenuLink key={href}>
          <Link to={href}>
            <span className="flex-1">{label}</span>
            {badge}
          </Link>
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuChoices label="Colours" value={theme} onChange={setTheme} options={themes} />
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>Logout</MenuItem>
    </DropdownMenu>
  )
}
