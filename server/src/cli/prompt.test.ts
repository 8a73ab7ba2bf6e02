import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { openPrompt } from './prompt.ts'

/** A terminal and what stands on its screen. */
function openTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  let screen = ''
  output.on('data', (data) => (screen += data))
  const prompt = openPrompt({ input, output } as unknown as Parameters<typeof openPrompt>[0])
  return { input, prompt, screen: () => screen }
}

it('shows what is typed, but no secret', async () => {
  const { input, prompt, screen } = openTerminal()
  const email = prompt.ask('Email: ')
  input.write('one@example.com\r')
  expect(await email).toBe('one@example.com')
  expect(screen()).toContain('one@example.com')
  const password = prompt.askHidden('Password: ')
  input.write('walnut-harbour-91\r')
  expect(await password).toBe('walnut-harbour-91')
  expect(screen()).toContain('Password: ')
  expect(screen()).not.toContain('walnut')
  prompt.close()
})

it('gives up when nobody is there to answer', async () => {
  const { input, prompt } = openTerminal()
  const password = prompt.askHidden('Password: ')
  input.end()
  await expect(password).rejects.toThrow()
})
