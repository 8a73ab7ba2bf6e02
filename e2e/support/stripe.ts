import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const standIn = join(import.meta.dirname, '../../server/dist/testing/stripe-stand-in/main.js')

/** The stand-in of Stripe as a process of its own, sending its events to the product. */
export async function startStripe(webhookUrl: string) {
  const child = spawn(process.execPath, [standIn, '0', webhookUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  return {
    url,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: 'whsec_standin',
      STRIPE_API_URL: url,
    },
    async subscriptions(): Promise<{ id: string; status: string }[]> {
      const response = await fetch(`${url}/v1/subscriptions?limit=100`, {
        headers: { authorization: 'Bearer sk_test_standin' },
      })
      return ((await response.json()) as { data: { id: string; status: string }[] }).data
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
