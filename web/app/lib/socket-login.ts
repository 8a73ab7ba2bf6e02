import type { Role } from '@marga/contract/roles'
import { ApiError, renewToken } from './api-client.ts'
import { onLoginChange, readLogin } from './auth-storage.ts'

/** Why a socket stays away that the server has sent away: a token is fetched, there were too many, or the login is not taken. */
type Hold = 'renewing' | 'later' | 'refused'

/** What this needs of a socket of Socket.IO. */
type LoginSocket = {
  readonly connected: boolean
  connect: () => LoginSocket
  disconnect: () => LoginSocket
  emit: (event: 'setup', introduction: object) => unknown
  on: (event: 'connect', listener: () => void) => unknown
}

type OwnLogin = {
  readonly role: Role
  readonly socket: LoginSocket
  readonly onEnd: () => void
  /** Whom the server was last told that this socket is. */
  introducedAs: string | null
  hold: Hold | null
  /** Since a token was last taken: what was fetched is refused as well, and so would the next one be. */
  hasRenewed: boolean
  laterTimer: ReturnType<typeof setTimeout> | undefined
}

const renewPausesMs = [300, 600, 1200, 2400, 3000]
/** The server does not say how long somebody with too many connections has to wait. */
const againAfterMs = 60_000

/**
 * Whose a role's socket is: says so at each connect, follows sign-ins and sign-outs, and knows what a refusal asks for.
 * @param onEnd nothing more is tried until the login changes or the page asks
 */
export function createSocketLogin(role: Role, socket: LoginSocket, onEnd: () => void) {
  const own: OwnLogin = {
    role,
    socket,
    onEnd,
    introducedAs: null,
    hold: null,
    hasRenewed: false,
    laterTimer: undefined,
  }
  socket.on('connect', () => introduce(own))
  onLoginChange((change) => {
    if (change.role === role) followChange(own)
  })
  return {
    /** The server has taken the login. */
    accept() {
      own.hold = null
      own.hasRenewed = false
    },
    refuse: (code: string) => refuse(own, code),
    /** Connects unless something stands against it that passes by itself or with another login. */
    resume() {
      if (own.hold === null) connect(own)
    },
    /** Once more after a refusal for good: the person has done what was missing. */
    retry() {
      if (own.hold === 'refused') connect(own)
    },
    isHeld: () => own.hold !== null,
    mayReturn: () => readLogin(role) !== null && own.hold !== 'refused',
  }
}
export type SocketLogin = ReturnType<typeof createSocketLogin>

function introduce(own: OwnLogin) {
  const { role, socket } = own
  const login = readLogin(role)
  if (!login) return void socket.disconnect()
  own.introducedAs = login.userId
  socket.emit('setup', { role, userId: login.userId, token: login.accessToken, takesPresences: true })
}

function followChange(own: OwnLogin) {
  const { role, socket, introducedAs, hold } = own
  const login = readLogin(role)
  if (!login) {
    forget(own)
    socket.disconnect()
    own.onEnd()
  } else if (introducedAs !== null && introducedAs !== login.userId) {
    // Signed in by another tab: what is written from now on must not go out as that of the person before.
    forget(own)
    socket.disconnect().connect()
  } else if (hold === null || hold === 'refused') connect(own)
}

/** Nothing that was refused or waited for is of another login. */
function forget(own: OwnLogin) {
  clearTimeout(own.laterTimer)
  own.introducedAs = null
  own.hold = null
  own.hasRenewed = false
}

function connect(own: OwnLogin) {
  own.hold = null
  if (readLogin(own.role) && !own.socket.connected) own.socket.connect()
}

function refuse(own: OwnLogin, code: string) {
  if (own.hold === 'renewing') return
  if (code === 'rate_limited') {
    own.hold = 'later'
    clearTimeout(own.laterTimer)
    own.laterTimer = setTimeout(() => connect(own), againAfterMs)
    return
  }
  // Another token changes nothing where it is not the token that is refused, such as before two-step sign-in is set up.
  if (code === 'unauthenticated' && !own.hasRenewed) void renew(own)
  else giveUp(own)
}

/** One new token for a refused one; when that is refused too, the person must sign in again. */
async function renew(own: OwnLogin): Promise<void> {
  own.hold = 'renewing'
  own.hasRenewed = true
  const isRenewed = await renewPatiently(own.role)
  // Another login has begun meanwhile, or this one has ended.
  if (own.hold !== 'renewing') return
  if (!isRenewed) return giveUp(own)
  own.hold = null
  own.socket.disconnect().connect()
}

function giveUp(own: OwnLogin) {
  own.hold = 'refused'
  own.onEnd()
}

/** Until there is an answer: a server that is away refuses nobody. @returns whether there is a login to go on with */
async function renewPatiently(role: Role): Promise<boolean> {
  for (let tries = 0; readLogin(role); tries++) {
    try {
      return (await renewToken(role)) !== null
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return false
      const pauseMs = renewPausesMs[Math.min(tries, renewPausesMs.length - 1)]!
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return false
}
