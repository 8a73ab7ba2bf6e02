import { createInterface } from 'node:readline/promises'
import { email, newPassword } from '@marga/contract/accounts'
import { onServices, runCommand } from './command.ts'

/** `npm run moderator:create -- EMAIL [PASSWORD]`; what is missing is asked for. */
async function main() {
  // Refused while the server runs: nobody should type a password for nothing.
  await onServices(async ({ accounts }) => {
    const credentials = await ask(process.argv.slice(2))
    const isNew = await accounts.createModerator(credentials)
    console.log(
      isNew
        ? `Moderator ${credentials.email} is created.`
        : `Moderator ${credentials.email} exists already, nothing changed.`,
    )
  })
}

async function ask(given: string[]) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ending = new AbortController()
  // Ctrl-C, or nobody there to type: the database that was started for this must not wait for ever.
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => ending.abort())
  const question = (text: string) =>
    terminal.question(text, { signal: ending.signal }).catch(() => {
      throw new Error('No moderator was made, since that was not answered.')
    })
  try {
    return {
      email: email.parse(given[0] ?? (await question('Email: '))),
      password: newPassword.parse(given[1] ?? (await question('Password (8 to 128 characters): '))),
    }
  } finally {
    terminal.close()
  }
}

runCommand(
  main,
  'If the server is running on this data folder, stop it first or set MODERATOR_EMAIL and MODERATOR_PASSWORD.',
)
