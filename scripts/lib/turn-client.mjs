import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

// As much of TURN (RFC 8656) as it takes to ask a relay what it lets somebody do.

const magic = Buffer.from([0x21, 0x12, 0xa4, 0x42])
const types = { allocate: 0x0003, createPermission: 0x0008 }
const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  family: 0x0017,
  transport: 0x0019,
}

const attribute = (type, value) => {
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4)
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, padding])
}

function message(type, id, parts, key) {
  const body = Buffer.concat(parts)
  const head = (length) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt16BE(type, 0)
    bytes.writeUInt16BE(length, 2)
    return Buffer.concat([bytes, magic, id])
  }
  if (!key) return Buffer.concat([head(body.length), body])
  // The length that is signed counts the signature too.
  const signed = Buffer.concat([head(body.length + 24), body])
  const integrity = createHmac('sha1', key).update(signed).digest()
  return Buffer.concat([signed, attribute(attributes.integrity, integrity)])
}

function readAttributes(bytes) {
  const found = new Map()
  for (let at = 20; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2)
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length + ((4 - (length % 4)) % 4)
  }
  return found
}

const bytesOf = (address) => {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const [head, tail] = address.split('::').map((half) => (half ? half.split(':') : []))
  const groups = tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : head
  return Buffer.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  )
}

function peerOf(address, id) {
  const mask = Buffer.concat([magic, id])
  const bytes = bytesOf(address).map((byte, index) => byte ^ mask[index])
  return Buffer.concat([Buffer.from([0, isIPv6(address) ? 2 : 1, 0x21 ^ 0x30, 0x12 ^ 0x39]), bytes])
}

/** A name and password as Marga hands them out, under that secret. */
export function credentialsOf(secret, expiresInSeconds = 600) {
  const username = `${Math.floor(Date.now() / 1000) + expiresInSeconds}:somebody`
  return { username, password: createHmac('sha1', secret).update(username).digest('base64') }
}

/** @returns `allocate()` and `permit(peer)`, each giving 0 when it was granted, else the error's number */
export function openTurnClient({ port, username, password, isIpv6 = false }) {
  const socket = createSocket('udp4')
  let auth

  const ask = (type, partsOf) => {
    const id = randomBytes(12)
    const key = auth && createHash('md5').update(`${username}:${auth.realm}:${password}`).digest()
    const proof = auth
      ? [
          attribute(attributes.username, Buffer.from(username)),
          attribute(attributes.realm, auth.realm),
          attribute(attributes.nonce, auth.nonce),
        ]
      : []
    const bytes = message(type, id, [...partsOf(id), ...proof], key)
    return new Promise((resolve, reject) => {
      const send = () => socket.send(bytes, port, '127.0.0.1')
      const again = setInterval(send, 300)
      const over = setTimeout(() => done(() => reject(new Error('the relay does not answer'))), 60_000)
      const done = (settle) => {
        clearInterval(again)
        clearTimeout(over)
        socket.off('message', onMessage)
        settle()
      }
      const onMessage = (answer) => {
        if (answer.subarray(8, 20).equals(id)) done(() => resolve(readAttributes(answer)))
      }
      socket.on('message', onMessage)
      send()
    })
  }
  const outcome = (found) => {
    const error = found.get(attributes.error)
    return error ? error[2] * 100 + error[3] : 0
  }

  return {
    async allocate() {
      const parts = () => [
        attribute(attributes.transport, Buffer.from([17, 0, 0, 0])),
        ...(isIpv6 ? [attribute(attributes.family, Buffer.from([2, 0, 0, 0]))] : []),
      ]
      const challenge = await ask(types.allocate, parts)
      auth = { realm: challenge.get(attributes.realm), nonce: challenge.get(attributes.nonce) }
      return outcome(await ask(types.allocate, parts))
    },
    permit: async (peer) =>
      outcome(await ask(types.createPermission, (id) => [attribute(attributes.peer, peerOf(peer, id))])),
    close: () => socket.close(),
  }
}
