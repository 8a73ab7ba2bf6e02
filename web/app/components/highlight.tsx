import { Fragment } from 'react'

/** A text with what a search found in it marked: whole words only, as the server says they are written. */
export function Highlight({ text, matched }: { text: string; matched: readonly string[] }) {
  if (matched.length === 0) return text
  const wanted = [...matched].sort((one, other) => other.length - one.length).map(escaped)
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.join('|')})(?![\\p{L}\\p{N}])`, 'u'))
  return parts.map((part, index) =>
    // Every other part is a match.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <mark key={index} className="rounded-xs bg-accent-soft px-0.5 text-inherit">
        {part}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
