import { Activity, type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export type Tab = {
  value: string
  label: ReactNode
  content: ReactNode
  /** While another is shown it keeps what was typed there; its effects end as if it were gone. */
  isKept?: boolean
}
type TabsProps = { label: string; tabs: readonly Tab[]; value?: string; onChange?: (value: string) => void }

/** By the pattern "tabs" of WAI-ARIA: the arrows, Home and End go to another tab and open it. A tab alone has no list. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(tabs[0]?.value)
  const wanted = value ?? own
  const current = tabs.some((tab) => tab.value === wanted) ? wanted : tabs[0]?.value
  const [visited, setVisited] = useState([current])
  if (!visited.includes(current)) setVisited([...visited, current])
  const open = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  const isAlone = tabs.length === 1
  return (
    <div>
      {isAlone ? null : <TabList id={id} label={label} tabs={tabs} current={current} onOpen={open} />}
      {tabs.map((tab) =>
        tab.value === current || (tab.isKept && visited.includes(tab.value)) ? (
          <Activity key={tab.value} mode={tab.value === current ? 'visible' : 'hidden'}>
            <div
              id={panelId(id, tab)}
              // A panel may hold nothing that takes the focus.
              {...(isAlone ? {} : { role: 'tabpanel', 'aria-labelledby': tabId(id, tab), tabIndex: 0 })}
            >
              {tab.content}
            </div>
          </Activity>
        ) : null,
      )}
    </div>
  )
}

const tabId = (id: string, tab: Tab) => `${id}-tab-${tab.value}`
const panelId = (id: string, tab: Tab) => `${id}-panel-${tab.value}`

type TabListProps = {
  id: string
  label: string
  tabs: readonly Tab[]
  current: string | undefined
  onOpen: (value: string) => void
}

function TabList({ id, label, tabs, current, onOpen }: TabListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.value === current)
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = (step + tabs.length) % tabs.length
    onOpen(tabs[index]!.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="mb-6 flex gap-1 overflow-x-auto border-b border-line"
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(id, tab)}
          aria-selected={tab.value === current}
          aria-controls={tab.value === current ? panelId(id, tab) : undefined}
          tabIndex={tab.value === current ? 0 : -1}
          onClick={() => onOpen(tab.value)}
          className="-mb-px min-h-11 -outline-offset-2 border-b-2 border-transparent px-4 font-semibold whitespace-nowrap text-ink-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
