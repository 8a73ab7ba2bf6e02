import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** What IPv6 gives to networks of the internet; the rest is reserved, or is one network's own. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Azure gives each of its machines orders from here, out of the internet's own addresses. */
const azurePlatform = '168.63.129.16'

/**
 * Whether an address is one of the internet: not of this machine, of its network, of a provider's, of tests, and not
 * one that stands for another address (IPv4 written as IPv6, tunnels), which would have to be looked at by itself.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.toString() === azurePlatform) return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** All addresses of a name. */
export type ResolveName = (name: string) => Promise<string[]>

/** Asks the name servers: neither this machine's own list of names nor the domain of its network is added. */
export const resolveName: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
