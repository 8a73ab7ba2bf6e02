/** What somebody wrote, with who it was. */
export const Statement = ({ by, text }: { by: string; text: string }) => (
  <figure>
    <figcaption className="text-ink-faint">{by}</figcaption>
    <blockquote className="mt-0.5 whitespace-pre-line wrap-anywhere">{text}</blockquote>
  </figure>
)
