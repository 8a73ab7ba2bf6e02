import type { TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

type Sent = { filename?: string; type?: string; headers?: Record<string, string> }

/** As a browser sends it. */
export async function uploadPicture(
  { fastify }: Pick<TestApp, 'fastify'>,
  { token }: Pick<TestPerson, 'token'>,
  file: Buffer,
  { filename = 'me.png', type = 'image/png', headers = {} }: Sent = {},
) {
  const form = new FormData()
  form.set('upload_preset', 'marga')
  form.set('file', new Blob([new Uint8Array(file)], { type }), filename)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await fastify.inject({
    method: 'POST',
    url: '/api/uploads/images',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}
