import type { ReactNode } from 'react'

type ProsePageProps = {
  title: string
  lead: ReactNode
  children: ReactNode
  /** What is below the lead is not read line by line, and takes the room that there is. */
  isWide?: boolean
}

/** A page to read: one column, generous lines. */
export function ProsePage({ title, lead, children, isWide = false }: ProsePageProps) {
  return (
    <article className="page py-14">
      <header className="max-w-2xl">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-4 text-xl text-ink-soft">{lead}</p>
      </header>
      <div className={`mt-10 grid gap-8 ${isWide ? '' : 'max-w-2xl'}`}>{children}</div>
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
