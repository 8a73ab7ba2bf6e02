import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

type Terminal = { input: NodeJS.ReadStream; output: NodeJS.WriteStream }

/** Asks whoever typed a command. @throws where nobody answers: Ctrl-C, or nothing more to read */
export function openPrompt({ input, output }: Terminal = { input: process.stdin, output: process.stdout }) {
  let isHidden = false
  // A terminal shows what its reader writes back; of a secret nothing may stay on the screen.
  const shown = new Writable({
    write(chunk, _, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input, output: shown, terminal: input.isTTY === true })
  const ending = new AbortController()
  // The database that was started for this must not wait for ever.
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => ending.abort())

  return {
    ask: (text: string) => terminal.question(text, { signal: ending.signal }),
    async askHidden(text: string) {
      output.write(text)
      isHidden = true
      try {
        return await terminal.question('', { signal: ending.signal })
      } finally {
        isHidden = false
        if (input.isTTY) output.write('\n')
      }
    },
    close: () => terminal.close(),
  }
}
