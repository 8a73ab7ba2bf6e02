import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '../../../components/logo.tsx'
import { paths } from '../../../lib/paths.ts'

type AuthCardProps = {
  productName: string
  title: string
  description?: ReactNode
  children: ReactNode
  isWide?: boolean
}

/** The quiet page around sign-in and registration. */
export function AuthCard({ productName, title, description, children, isWide }: AuthCardProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <header className="page flex h-(--spacing-navbar) items-center">
        <Link to={paths.home.getHref()} aria-label={`${productName}, home`} className="inline-flex">
          <Logo name={productName} />
        </Link>
      </header>
      <main className={`mx-auto w-full flex-1 px-4 pt-4 pb-16 sm:pt-10 ${isWide ? 'max-w-3xl' : 'max-w-md'}`}>
        <div className="rounded-xl border border-line bg-surface p-6 shadow-card sm:p-9">
          <h1 className="text-3xl">{title}</h1>
          {description ? <p className="mt-2 text-ink-soft">{description}</p> : null}
          <div className="mt-7">{children}</div>
        </div>
      </main>
    </div>
  )
}
