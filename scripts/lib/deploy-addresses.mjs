import { BlockList, isIP } from 'node:net'

const families = ['ipv4', 'ipv6']

/**
 * Where Docker has to hand a visitor's connection on by a program of its own, as it does with IPv6 into a network that
 * has none, all visitors have one address, and share its limits. And whom the product believes whom it speaks for is
 * Caddy alone, not what else is in the network or comes by its gateway.
 */
export function problemsOfAddresses(services, networks) {
  const published = Object.entries(services).filter(([, { ports }]) => ports)
  return [
    ...published.flatMap(([name, { networks: joined }]) =>
      namesOf(joined)
        .filter((network) => networks[network]?.enable_ipv6 !== true)
        .map((network) => `${name} is reached from outside, and its network ${network} has no IPv6`),
    ),
    ...published.flatMap(([name, { networks: joined }]) =>
      problemsOfProxy(name, joined, { services, networks }),
    ),
  ]
}

const namesOf = (joined) => (Array.isArray(joined) ? joined : Object.keys(joined ?? {}))

function problemsOfProxy(name, joined, { services, networks }) {
  return namesOf(joined).flatMap((network) => {
    const own = families.map((family) => joined[network]?.[`${family}_address`])
    if (!own.every(Boolean))
      return [`${name} has no address of its own in ${network} by which it can be trusted`]
    const pools = networks[network]?.ipam?.config ?? []
    const astray = own.filter((address) => !pools.some((pool) => isIn(address, pool.subnet)))
    const given = own.filter((address) => pools.some((pool) => isIn(address, pool.ip_range ?? pool.subnet)))
    const strangers = Object.entries(services).filter(
      ([, { environment }]) =>
        environment?.TRUSTED_PROXIES &&
        environment.TRUSTED_PROXIES.split(',').sort().join() !== [...own].sort().join(),
    )
    return [
      ...astray.map((address) => `${name}: ${address} is in no subnet of ${network}`),
      ...given.map(
        (address) => `${name}: ${address} may be given to another one that starts before (ip_range)`,
      ),
      ...strangers.map(([app]) => `${app}: TRUSTED_PROXIES is not ${own.join(',')}, which ${name} has`),
    ]
  })
}

function isIn(address, subnet) {
  const [base, bits] = subnet.split('/')
  if (isIP(base) !== isIP(address)) return false
  const list = new BlockList()
  const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
  list.addSubnet(base, Number(bits), family)
  return list.check(address, family)
}
