import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicFetch } from '../platform/outbound/public-fetch.ts'

/** A server of somebody else's on this machine, under names of the internet. */
export async function startCalendarServer(answer: RequestListener) {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    urlOf: (path: string) => `http://calendar.example:${port}${path}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reaches this machine as though it were the internet, and nothing else of it. */
export const fetchOfThisMachine = () =>
  createPublicFetch({
    userAgent: 'test',
    isAllowed: (address) => address === '127.0.0.1',
    resolve: async (name) => {
      if (name === 'unknown.test') return []
      return name.endsWith('.example') ? ['127.0.0.1'] : ['10.0.0.1']
    },
  })

/** The lines of a calendar around those of its events. */
export const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...lines, 'END:VCALENDAR', ''].join('\r\n')

export const eventOf = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')

/** "20261123T090000Z" */
export const stampOf = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '')
