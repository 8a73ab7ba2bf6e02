import { email, newPassword } from '@marga/contract/accounts'
import { onServices, runCommand } from './command.ts'
import { openPrompt } from './prompt.ts'

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
  const prompt = openPrompt()
  const unanswered = () => {
    throw new Error('No moderator was made, since that was not answered.')
  }
  try {
    return {
      email: email.parse(given[0] ?? (await prompt.ask('Email: ').catch(unanswered))),
      password: newPassword.parse(
        given[1] ?? (await prompt.askHidden('Password (8 to 128 characters): ').catch(unanswered)),
      ),
    }
  } finally {
    prompt.close()
  }
}

runCommand(
  main,
  'If the server is running on this data folder, stop it first or set MODERATOR_EMAIL and MODERATOR_PASSWORD.',
)
