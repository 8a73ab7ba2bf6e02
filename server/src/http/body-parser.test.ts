import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { parseJsonBodies } from './body-parser.ts'

it.each(['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x', 'odd'])(
  'takes an empty body of the type %s as an empty object, as it does an absent one',
  async (type) => {
    const app = Fastify()
    parseJsonBodies(app)
    await app.register(multipart)
    app.post('/', (request) => ({ body: request.body ?? {}, isMultipart: request.isMultipart() }))
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/', headers, payload: '' })
    expect([response.statusCode, response.json()]).toEqual([200, { body: {}, isMultipart: false }])
    await app.close()
  },
)
