import { IncomingMessage } from 'node:http'

/**
 * A request that asks for another protocol than a WebSocket's is answered as if it had not: a server may go on in
 * HTTP/1.1 (RFC 9110, 7.8), and some clients ask for HTTP/2 with every request (Java's own, `curl --http2`). Node would
 * take it from the routes, body and all, since there is somebody who listens to upgrades.
 */
export class PlainRequest extends IncomingMessage {
  declare isUpgradeAsked: boolean

  /** Read by Node once the headers are there. */
  get upgrade(): boolean {
    return this.isUpgradeAsked && (this.method === 'CONNECT' || isWebSocket(this))
  }
  /** Set by Node's parser before they are. */
  set upgrade(isAsked: boolean) {
    this.isUpgradeAsked = isAsked
  }
}

const isWebSocket = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '')
