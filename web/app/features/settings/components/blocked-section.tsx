import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'
import type { BlockedPeopleProps } from './blocked-people.tsx'
import { Section } from './section.tsx'

// Low on the page, and much code for few visits.
const BlockedPeople = lazyWithPrefetch<BlockedPeopleProps & { isOpen: boolean }>(
  async () => (await import('./blocked-people.tsx')).BlockedPeople,
)

/** Whom the person wants to hear nothing from. */
export function BlockedSection(props: BlockedPeopleProps) {
  return (
    <Section
      id="blocked"
      title="Blocked people"
      description="Neither of you can write to or book the other. They are not told."
    >
      <BlockedPeople isOpen {...props} />
    </Section>
  )
}
