#!/usr/bin/env node
// Starts Firefox in place of Playwright, which drives it by WebDriver BiDi, and stands between the two: what the long-term
// release of Firefox does not know yet, and no journey needs, is answered here. Everything else passes unchanged.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/** Colour schemes and reduced motion: the journeys look at those in Chromium. */
const unknownToFirefox = ['emulation.setMediaFeaturesOverride']

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'pipe', 'pipe'] })
firefox.stdout.pipe(process.stdout)
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))

createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  process.stderr.write(`${address ? line.replace(address, await standBetween(address)) : line}\n`)
})

/** @returns the address to connect to instead */
async function standBetween(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 0 })
  server.on('connection', (client, { url }) =>
    join(client, new WebSocket(`${address}${url}`, { maxPayload: 0 })),
  )
  await new Promise((resolve) => server.once('listening', resolve))
  return `ws://127.0.0.1:${server.address().port}`
}

function join(client, browser) {
  const early = []
  browser.on('open', () => {
    for (const text of early.splice(0)) browser.send(text)
  })
  client.on('message', (data) => {
    const text = String(data)
    const { id, method } = JSON.parse(text)
    if (unknownToFirefox.includes(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (browser.readyState === WebSocket.OPEN) browser.send(text)
    else early.push(text)
  })
  browser.on('message', (data) => client.send(String(data)))
  client.on('close', () => browser.close())
  browser.on('close', () => client.close())
  // Either end may go first; the other is closed above.
  client.on('error', () => {})
  browser.on('error', () => {})
}
