import { type RawSocket, signInRaw } from './raw-socket.ts'

// Holds sockets for P7, as a process of its own: one process may not open as many files as are wanted of both sides.

type Open = { open: { url: string; people: { token: string; userId: string; role: string }[] } }
const sockets: RawSocket[] = []
let lost = 0

process.on('message', async (question: Open | { count: true }) => {
  if ('open' in question) {
    const { url, people } = question.open
    const waiting = [...people]
    let failed = 0
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let person = waiting.pop(); person; person = waiting.pop())
          await signInRaw(url, person, undefined, () => void lost++).then(
            (socket) => void sockets.push(socket),
            () => void failed++,
          )
      }),
    )
    process.send!({ failed })
  } else process.send!({ open: sockets.filter((socket) => socket.isOpen).length, lost })
})
process.send!('ready')
