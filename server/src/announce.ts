import type { Config } from './config.ts'
import { demoLogins } from './demo/demo-logins.ts'
import { say } from './process-lifetime.ts'
import { tellStartScript } from './start-script.ts'

/** Tells who or what started the product that it is there, and how to sign in to the demo. */
export function announce(config: Config, publicUrl: string) {
  tellStartScript()
  say(`\n  ${config.productName} is running at ${publicUrl}\n`)
  if (config.rateLimitFactor !== 1)
    say(`  Warning: RATE_LIMIT_FACTOR is ${config.rateLimitFactor}, limits are not what they should be.\n`)
  if (!config.hasJobs)
    say(
      '  Warning: JOBS=off, nothing is done that waits: no mail, no refund, no reminder, no end of what is over.\n',
    )
  if (config.smtp && !config.publicUrl) say(`  Warning: PUBLIC_URL is not set, mails lead to ${publicUrl}.\n`)
  if (!config.isDemo) return
  say('  Demo logins:')
  for (const login of demoLogins)
    say(`    ${login.role.padEnd(10)} ${login.email.padEnd(22)} ${login.password}   ${login.note}`)
  say('\n  Stop with Ctrl-C.\n')
}
