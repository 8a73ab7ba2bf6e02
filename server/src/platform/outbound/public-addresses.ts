import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** What IPv6 gives to networks of the internet; the rest is reserved, or is one network's own. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Azure gives each of its machines orders from here, out of the internet's own addresses. */
const azurePlatform = '168.63.129.16'

type Interfaces = { readonly [name: string]: readonly { address: string }[] | undefined }

/**
 * Whether an address is one of the internet: not of this machine, of its network, of a provider's, of tests, and not
 * one that stands for another address (IPv4 written as IPv6, tunnels), which would have to be looked at by itself.
 * What this machine has of the internet's own addresses is read anew each time, as they come and go.
 */
export function isPublicAddress(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  const plain = parsed.toString()
  if (plain === azurePlatform) return false
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  if (own.some((each) => ipaddr.isValid(each.address) && ipaddr.parse(each.address).toString() === plain))
    return false
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
