import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * What limits count as one caller: an IPv4 address, or the /64 of an IPv6 one, since whoever has one address of such
 * a network has all of them. An IPv4 address written as IPv6 is that IPv4 address.
 */
export function networkOf(given: string): string {
  const address = withoutPort(given)
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const head = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${head.join(':')}::/64`
}

/** The /48 that an IPv6 network of `networkOf` lies in: some customers are given all of it, as are those of tunnels. */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** Some proxies name the port, too, of whom they speak for: 203.0.113.7:51234, [2001:db8::1]:51234. */
const withoutPort = (address: string): string =>
  (/^([\d.]+):\d+$/.exec(address) ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address))?.[1] ?? address

export type AddressReader = {
  /** The network of whoever sent a request, after trusted proxies. */
  networkOf(request: IncomingMessage): string
  isTrustedProxy(address: string): boolean
}

/** Whether it can be trusted as a proxy: an address, a network, or one of the library's names for such. */
export function isProxyAddress(text: string): boolean {
  try {
    proxyAddr.compile([text])
    return true
  } catch {
    return false
  }
}

/** Reads addresses where Fastify does not: of sockets and bare connections. @param trustedProxies addresses or CIDRs */
export function createAddressReader(trustedProxies: string[]): AddressReader {
  const trust = proxyAddr.compile(trustedProxies)
  const isTrustedProxy = (given: string) => {
    const address = withoutPort(given)
    return ipaddr.isValid(address) && trust(address, 0)
  }
  return {
    networkOf: (request) => networkOf(proxyAddr(request, isTrustedProxy)),
    isTrustedProxy,
  }
}
