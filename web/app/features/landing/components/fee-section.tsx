import { limits } from '@marga/contract/limits'
import { CalendarX2, ReceiptIndianRupee, Undo2 } from 'lucide-react'

const promises = [
  {
    icon: ReceiptIndianRupee,
    title: 'The price you see is the price',
    text: 'The monthly fee is on every profile. If a mentor raises it later, you keep the fee that you subscribed at.',
  },
  {
    icon: Undo2,
    title: 'A cancelled call comes back',
    text: `You get a call back for at least ${limits.returnedCallDays} days when your mentor cancels, and keep it when you cancel at least ${limits.callRefundHours} hours ahead.`,
  },
  {
    icon: CalendarX2,
    title: 'Never double-booked',
    text: 'A free hour goes to exactly one person. If someone books first, we show the three nearest openings.',
  },
]

export function FeeSection() {
  return (
    <section className="page grid gap-10 py-16 lg:grid-cols-[1fr_2fr]" aria-labelledby="fee">
      <h2 id="fee" className="text-3xl">
        Clear about money and time
      </h2>
      <ul className="grid gap-8 sm:grid-cols-3">
        {promises.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="size-8 text-positive-ink" strokeWidth={1.6} aria-hidden="true" />
            <h3 className="mt-3 text-lg">{title}</h3>
            <p className="mt-1.5 text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
