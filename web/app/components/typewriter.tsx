import { type TypewriterTiming, useTypewriter } from './use-typewriter.ts'

type TypewriterProps = { phrases: readonly string[]; timing: TypewriterTiming; isPaused: boolean }

/** The moving words of a headline. The room of the longest phrase is kept, so that nothing below moves. */
export function Typewriter({ phrases, timing, isPaused }: TypewriterProps) {
  const text = useTypewriter(phrases, timing, isPaused)
  const longest = phrases.reduce((a, b) => (b.length > a.length ? b : a))
  return (
    <span className="grid" aria-hidden="true">
      <span className="invisible col-start-1 row-start-1">{longest}</span>
      <span className="col-start-1 row-start-1" data-testid="typewriter">
        {text}
        <span className="cursor" />
      </span>
    </span>
  )
}
