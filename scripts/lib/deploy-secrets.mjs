import { BlockList, isIPv6 } from 'node:net'

const secretName =
  /(?<![\w-]|\$\{)[\w-]*(?:secret|passwd|password|masterauth|credential|api[-_]?key|private[-_]?key|token)[\w-]*["']?\s*[=:]\s*(?<value>[^\s,;]+)/gi
/** Configuration that has no sign between name and value. */
const spaced = /^\s*(?:requirepass|masterauth|user\s+\w+\s+on\s+>)\s*(?<value>\S+)/gim
const onCommandLine = /--(?!use-auth-secret)[\w-]*(?:secret|pass|auth)[\w-]*[=\s,"']+[\w$]/
/** A variable, "…", or nothing: it is given elsewhere. */
const isGivenElsewhere = (value) => /^["']?(?:\$|…|["']?$)/.test(value)

/**
 * Secrets that a file of deploy/ publishes, or hands to a command line, in sentences.
 * Comments are read too: what is shown as an example is copied.
 */
export function publishedSecrets(name, text) {
  return text.split('\n').flatMap((line, index) => {
    const problems = []
    const inAddress = [...line.matchAll(/\w+:\/\/[^\s/:@]*:(?<value>[^\s@]+)@/g)]
    if (inAddress.some(isLiteral)) problems.push('a password stands in an address')
    // In a comment a colon ends a word of the sentence.
    const named = /^\s*#/.test(line) ? line.replace(/:\s/g, ' ') : line
    if ([...named.matchAll(secretName), ...line.matchAll(spaced)].some(isLiteral))
      problems.push('a secret is published')
    if (onCommandLine.test(line))
      problems.push('a secret on a command line is read by every user of the machine')
    return problems.map((problem) => `deploy/${name}:${index + 1}: ${problem}`)
  })
}

const isLiteral = ({ groups }) => !isGivenElsewhere(groups.value)

/** What coturn must never relay to: nothing but public addresses of single machines. */
const neverPeers = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::1/128',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

export function problemsOfCoturn(conf) {
  const ranges = [...conf.matchAll(/^denied-peer-ip=([^-\s]+)(?:-(\S+))?$/gm)].map(([, from, to]) => [
    from,
    to ?? from,
  ])
  const open = neverPeers.filter((block) => {
    const [first, last] = endsOf(block)
    // Each must lie within one range: whoever splits one up has to look twice.
    return !ranges.some(([from, to]) => lies(first, from, to) && lies(last, from, to))
  })
  return [
    ...open.map((block) => `coturn.conf does not deny peers in ${block}`),
    ...['use-auth-secret', 'no-multicast-peers', 'no-tcp-relay', 'no-cli']
      .filter((word) => !new RegExp(`^${word}$`, 'm').test(conf))
      .map((word) => `coturn.conf lacks ${word}`),
  ]
}

const familyOf = (address) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function lies(address, from, to) {
  if (familyOf(address) !== familyOf(from)) return false
  const list = new BlockList()
  list.addRange(from, to, familyOf(from))
  return list.check(address, familyOf(address))
}

/** First and last address of a block. */
function endsOf(block) {
  const [base, bits] = block.split('/')
  const size = isIPv6(base) ? 128n : 32n
  const first = numberOf(base)
  const last = first | ((1n << (size - BigInt(bits))) - 1n)
  return [base, isIPv6(base) ? textOf6(last) : textOf4(last)]
}

function numberOf(address) {
  if (!isIPv6(address)) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  const [head, tail] = address.split('::').map((half) => (half ? half.split(':') : []))
  const groups = tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : head
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

const textOf4 = (number) => [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
const textOf6 = (number) =>
  Array.from({ length: 8 }, (_, n) => ((number >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':')
