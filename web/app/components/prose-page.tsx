import type { ReactNode } from 'react'

type ProsePageProps = { title: string; lead: ReactNode; children: ReactNode }

/** A page to read: one column, generous lines. */
export function ProsePage({ title, lead, children }: ProsePageProps) {
  return (
    <article className="page py-14">
      <header className="max-w-2xl">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-4 text-xl text-ink-soft">{lead}</p>
      </header>
      <div className="mt-10 grid max-w-2xl gap-8">{children}</div>
    </article>
  )
}

type ProseSectionProps = { title: string; children: ReactNode /** What a link leads to. */; id?: string }

/** A heading and its paragraphs. */
export const ProseSection = ({ title, children, id }: ProseSectionProps) => (
  <section id={id} className="grid scroll-mt-20 gap-3">
    <h2 className="text-2xl">{title}</h2>
    {children}
  </section>
)
