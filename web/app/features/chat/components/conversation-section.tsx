import type { MemberRole } from '@marga/contract/roles'
import { type ReactNode, useId } from 'react'
import { LoadMore } from '../../../ui/load-more.tsx'
import type { ConversationListQuery } from '../hooks/use-conversations.ts'
import { ConversationRow, type RowSetting } from './conversation-row.tsx'

const titles: Record<MemberRole, string> = { mentor: 'Needs reply', mentee: 'Everyone else' }

type ConversationSectionProps = {
  list: ConversationListQuery
  /** Beside the heading. */
  link: ReactNode
  /** By a name, or to what is unread: a list that has none of these is left out. */
  isFiltered: boolean
  row: RowSetting
}

/** One list of the inbox; of two each has its heading and says how many it holds. */
export function ConversationSection({ list, link, isFiltered, row }: ConversationSectionProps) {
  const { turn, conversations = [] } = list
  const id = useId()
  const rows = (
    <>
      {conversations.length > 0 ? (
        <ul className="divide-y divide-line">
          {conversations.map((conversation) => (
            <ConversationRow key={conversation._id} conversation={conversation} {...row} />
          ))}
        </ul>
      ) : list.hasNextPage ? (
        // The server finds names in all of them; what is unread is picked here, from those that are loaded.
        <p className="px-4 py-5 text-sm text-ink-soft">None of the conversations loaded so far are unread.</p>
      ) : null}
      <LoadMore list={list} />
    </>
  )
  if (!turn) return rows
  const isEmpty = conversations.length === 0 && !list.hasNextPage
  if (isEmpty && (isFiltered || turn === 'mentee')) return null
  return (
    <section aria-labelledby={id} className="not-first:mt-6 not-first:border-t not-first:border-line">
      <div className="sticky top-0 z-10 flex min-h-11 items-center gap-2 border-b border-line bg-sunken px-4">
        <h2 id={id} className="font-sans text-sm font-bold tracking-normal">
          {titles[turn]}
        </h2>
        <Count known={conversations.length} hasMore={list.hasNextPage} />
        <span className="ml-auto text-sm">{link}</span>
      </div>
      {isEmpty ? <p className="px-4 py-5 text-sm text-ink-soft">No one is waiting for you.</p> : rows}
    </section>
  )
}

/** As many as are loaded. */
const Count = ({ known, hasMore }: { known: number; hasMore: boolean }) =>
  known === 0 ? null : (
    <span className="rounded-full bg-line px-2 text-xs font-bold text-ink-soft tabular-nums">
      {known}
      {hasMore ? '+' : ''}
      <span className="sr-only"> {known === 1 && !hasMore ? 'conversation' : 'conversations'}</span>
    </span>
  )
