import type { InstallationConfig } from '@marga/contract/installation'
import type { Role } from '@marga/contract/roles'
import { ApiError, renewToken } from './api-client.ts'
import { readLogin } from './auth-storage.ts'

type Upload = {
  file: File
  role: Role
  /** From 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends a picture to the configured place and returns its address. fetch tells nothing of progress,
 * hence XMLHttpRequest. A token goes to our own origin only: elsewhere it would be given away.
 */
export async function uploadImage(
  { url, preset }: InstallationConfig['upload'],
  { role, ...upload }: Upload,
): Promise<string> {
  const isOwn = new URL(url, window.location.href).origin === window.location.origin
  const sendWith = (token: string | undefined) => send(url, preset, isOwn ? token : undefined, upload)
  const response = await sendWith(readLogin(role)?.accessToken)
  if (response.status === 401 && isOwn) return read(await sendWith((await renewToken(role))?.accessToken))
  return read(response)
}

type Answer = { status: number; body: unknown }

/** 5 MB over a slow line; a server that is gone must not hold the page for ever. */
const timeoutMs = 120_000

function send(url: string, preset: string, token: string | undefined, upload: Omit<Upload, 'role'>) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && upload.onProgress(loaded / total)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => reject(new ApiError(0, { code: 'network', message: networkText }))
    request.timeout = timeoutMs
    request.ontimeout = request.onerror
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    upload.signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('upload_preset', preset)
    form.append('file', upload.file)
    request.send(form)
  })
}

const networkText = 'The connection was lost. Please try again.'
const unreadable = { code: 'internal', message: 'The picture could not be uploaded. Please try again.' }

function read({ status, body }: Answer): string {
  const address = (body as { secure_url?: unknown } | null)?.secure_url
  if (status >= 200 && status < 300 && typeof address === 'string') return address
  const refused = body as { code?: string; message?: string } | null
  throw new ApiError(
    status,
    refused?.code && refused.message ? { code: refused.code, message: refused.message } : unreadable,
  )
}
