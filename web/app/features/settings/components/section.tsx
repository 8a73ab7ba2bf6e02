import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'

export type SectionId =
  | 'email'
  | 'password'
  | 'two-step'
  | 'sessions'
  | 'preferences'
  | 'calendar'
  | 'payments'
  | 'blocked'
  | 'appearance'
  | 'install'
  | 'data'

type SectionProps = { id: SectionId; title: string; description?: ReactNode; children: ReactNode }

/** One subject of the settings; its id is a place to link to. */
export function Section({ id, title, description, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <Card className="grid grid-cols-1 gap-5">
        <div>
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          {description ? <p className="mt-1 text-sm text-ink-soft">{description}</p> : null}
        </div>
        {children}
      </Card>
    </section>
  )
}
