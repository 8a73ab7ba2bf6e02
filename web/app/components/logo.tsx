/** The mark (a path that leads up) and the name of the installation. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg className="size-8 shrink-0" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-ink" />
        <path
          d="M7 24c4-1 5-4 7-8s4-7 11-8"
          fill="none"
          className="stroke-accent"
          strokeWidth="3.2"
          strokeLinecap="round"
        />
        <circle cx="25" cy="8" r="3" className="fill-accent" />
        <circle cx="7" cy="24" r="2.2" className="fill-paper" />
      </svg>
      <span className="font-display text-xl font-semibold tracking-tight">{name}</span>
    </span>
  )
}
