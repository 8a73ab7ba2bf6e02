import { startStripeStandIn } from './stand-in.ts'

// The stand-in as a process of its own, for the journeys: PORT, and WEBHOOK_URL to send events to.
const standIn = await startStripeStandIn({
  port: Number(process.argv[2] ?? 0),
  ...(process.argv[3] ? { webhookUrl: process.argv[3] } : {}),
})
process.stdout.write(`${standIn.url}\n`)
