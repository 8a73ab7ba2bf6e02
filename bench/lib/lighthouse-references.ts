import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { buildSmallestPage, smallestPath } from './smallest-page.ts'

/**
 * What P13 is compared with, on an address of its own: each page of the product as the server wrote it, with all
 * scripts taken out, and the smallest page of the framework.
 */
export async function startReferences(appUrl: string) {
  const answerOfSmallest = await buildSmallestPage()
  const server = createServer(async (asked, answer) => {
    const smallest = await answerOfSmallest(asked.url!)
    if (smallest) sendCompressed(answer, smallest.type, smallest.body)
    else pass(appUrl, asked, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    withoutScript: (path: string) => url + path,
    smallest: url + smallestPath,
    close: () => void server.close(),
  }
}

function pass(appUrl: string, asked: IncomingMessage, answer: ServerResponse) {
  const { host: _, 'accept-encoding': encoding, ...headers } = asked.headers
  const isPage = asked.headers['sec-fetch-dest'] === 'document' || asked.headers.accept?.includes('text/html')
  const onward = request(
    appUrl + asked.url,
    {
      method: asked.method,
      headers: { ...headers, ...(isPage || !encoding ? {} : { 'accept-encoding': encoding }) },
    },
    async (response) => {
      if (!isPage) {
        answer.writeHead(response.statusCode!, response.headers)
        return void response.pipe(answer)
      }
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      send(answer, 'text/html; charset=utf-8', withoutScripts(Buffer.concat(parts).toString()))
    },
  )
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

const withoutScripts = (html: string) =>
  html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')

const send = (answer: ServerResponse, type: string, text: string) =>
  sendCompressed(answer, type, brotliCompressSync(text))

function sendCompressed(answer: ServerResponse, type: string, body: Buffer) {
  answer.writeHead(200, { 'content-type': type, 'content-encoding': 'br' })
  answer.end(body)
}
