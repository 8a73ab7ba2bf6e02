import { limits } from '@marga/contract/limits'

const stepsWith = (firstName: string) => [
  {
    title: 'Day 1: say what you want',
    text: `Chat opens as soon as you have paid. Write to ${firstName} where you are and where you want to be in a month.`,
  },
  {
    title: 'Week 1: your first call',
    text: `Pick an open hour for the first of ${limits.callsPerMonth} one-hour video calls. You can move a call until ${limits.callRefundHours} hours before it starts.`,
  },
  {
    title: 'Between calls: ask',
    text: `Questions by chat are unlimited, and you see in the conversation by when ${firstName} answers.`,
  },
  {
    title: 'The end of the month: your choice',
    text: 'It renews unless you stop it, and you keep what you paid for. One call that you did not book moves into the next month.',
  },
]

/** What to expect between paying and the first renewal. */
export const FirstMonth = ({ firstName }: { firstName: string }) => (
  <section aria-labelledby="first-month">
    <h2 id="first-month" className="text-2xl">
      How your first month goes
    </h2>
    <ol className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {stepsWith(firstName).map(({ title, text }) => (
        <li key={title} className="border-l-2 border-accent pl-4">
          <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
          <p className="mt-1 text-sm text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  </section>
)
