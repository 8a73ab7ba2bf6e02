import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DemoClock } from '../features/demo-clock/demo-clock.service.ts'
import { parseJsonBodies } from './body-parser.ts'
import { parse } from './validate.ts'

const yearSeconds = 31_536_000
const advance = z.object({ advanceSeconds: z.int().min(1).max(yearSeconds) })

/** /sandbox/clock, in DEMO only: what time it is for the product, and a way to have more of it pass. */
export async function registerSandboxClock(app: FastifyInstance, clock: DemoClock) {
  parseJsonBodies(app)
  const respond = (now: Date) => ({ now: now.toISOString() })
  app.get('/sandbox/clock', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(respond(clock.now())),
  )
  app.post('/sandbox/clock', async (request) => {
    const { advanceSeconds } = parse(advance, request.body ?? {}) as z.infer<typeof advance>
    return respond(await clock.advance(advanceSeconds))
  })
}
