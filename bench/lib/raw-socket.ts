import { WebSocket } from 'ws'

/** Socket.IO over one WebSocket with as little as possible around it: thousands fit into one process. */
export type RawSocket = {
  emit(event: string, payload: unknown): void
  /** Sends and waits for the acknowledgement. */
  call(event: string, payload: unknown): Promise<unknown>
  close(): void
  readonly isOpen: boolean
}

/** Frames of the protocol: 0 open, 2 ping, 3 pong; 40 connected, 42 event, 43 acknowledgement. */
export function connectRaw(
  url: string,
  onEvent: (event: string, frame: string) => void = () => {},
  onClose: () => void = () => {},
): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  })
  const waiting = new Map<number, (answer: unknown) => void>()
  let calls = 0
  const raw: RawSocket = {
    emit: (event, payload) => socket.send(`42${JSON.stringify([event, payload])}`),
    call: (event, payload) =>
      new Promise((resolve) => {
        waiting.set(++calls, resolve)
        socket.send(`42${calls}${JSON.stringify([event, payload])}`)
      }),
    close: () => socket.terminate(),
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
  }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => {
      reject(new Error('closed'))
      onClose()
    })
    socket.on('message', (data) => {
      const frame = data.toString()
      if (frame.startsWith('42')) onEvent(frame.slice(4, frame.indexOf('"', 4)), frame)
      else if (frame.startsWith('43')) {
        const [, id, body] = /^43(\d+)(.*)$/s.exec(frame)!
        waiting.get(Number(id))?.(JSON.parse(body!))
        waiting.delete(Number(id))
      } else if (frame === '2') socket.send('3')
      else if (frame[0] === '0') socket.send('40')
      else if (frame.startsWith('40')) resolve(raw)
    })
  })
}

/** Connected and signed in. */
export async function signInRaw(
  url: string,
  setup: { token: string; userId: string; role: string },
  onEvent: (event: string, frame: string) => void = () => {},
  onClose: () => void = () => {},
): Promise<RawSocket> {
  let settle: (answer: string) => void = () => {}
  const answered = new Promise<string>((resolve) => {
    settle = resolve
  })
  const socket = await connectRaw(
    url,
    (event, frame) => {
      if (event === 'connected' || event === 'unauthenticated') settle(event)
      onEvent(event, frame)
    },
    () => {
      settle('closed')
      onClose()
    },
  )
  socket.emit('setup', setup)
  const answer = await answered
  if (answer !== 'connected') throw new Error(`the socket was not signed in: ${answer}`)
  return socket
}
