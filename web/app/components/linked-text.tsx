import { linkParts } from '../lib/link-parts.ts'

/** Text as it was typed, with its web addresses as links; nothing else of it is markup. */
export function LinkedText({ children: text }: { children: string }) {
  return linkParts(text).map(({ at, text: part, href }) =>
    href === null ? (
      part
    ) : (
      <a
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="link wrap-anywhere"
      >
        {part}
      </a>
    ),
  )
}
