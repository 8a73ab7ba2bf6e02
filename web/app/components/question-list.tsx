type QuestionListProps = { questions: readonly { ask: string; answer: string }[] }

/** Questions that open to their answers, without a script. */
export const QuestionList = ({ questions }: QuestionListProps) => (
  <div className="divide-y divide-line border-y border-line">
    {questions.map(({ ask, answer }) => (
      <details key={ask} className="group py-1">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 text-lg font-semibold [&::-webkit-details-marker]:hidden">
          {ask}
          <span
            className="text-2xl leading-none text-ink-faint transition-transform group-open:rotate-45"
            aria-hidden="true"
          >
            +
          </span>
        </summary>
        <p className="pb-4 text-ink-soft">{answer}</p>
      </details>
    ))}
  </div>
)
