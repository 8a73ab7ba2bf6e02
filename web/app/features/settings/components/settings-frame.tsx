import type { ReactNode } from 'react'
import { PageTitle } from '../../../components/page-title.tsx'
import { useInstallWay } from '../../../lib/install-prompt.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { SectionId } from './section.tsx'

type SettingsFrameProps = {
  sections: readonly { id: SectionId; label: string }[]
  children: ReactNode
}

/** The settings under one another, with their names beside them where there is room. */
export function SettingsFrame({ sections, children }: SettingsFrameProps) {
  const canInstall = useInstallWay() !== null
  const shown = sections.filter(({ id }) => id !== 'install' || canInstall)
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <PageHeader title="Settings" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[13rem_minmax(0,42rem)]">
        <nav aria-label="Settings" className="sticky top-20 max-lg:hidden">
          <ul className="grid gap-0.5">
            {shown.map(({ id, label }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-10 items-center rounded-md px-3 text-sm font-semibold text-ink-soft hover:bg-sunken hover:text-ink"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 grid-cols-1 gap-6">{children}</div>
      </div>
    </>
  )
}
