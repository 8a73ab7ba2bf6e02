import type { FastifyInstance } from 'fastify'

export const cspReportsPath = '/api/csp-reports'
const reportBytesMax = 16 * 1024

type Report = {
  blockedURL?: unknown
  effectiveDirective?: unknown
  'blocked-uri'?: unknown
  'violated-directive'?: unknown
}

/** Where browsers say that a page tried something the policy refuses: an attack, or a mistake of ours. */
export function registerCspReports(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: reportBytesMax }, (_request, body, done) =>
    done(null, body),
  )
  app.post(cspReportsPath, { config: { limit: 'csp' } }, async (request, reply) => {
    for (const seen of readReports(String(request.body ?? ''))) request.log.warn(seen, 'csp report')
    return reply.code(204).send()
  })
}

/** Only what was refused and by which rule: whole addresses may hold what people looked for. */
function readReports(text: string): { directive: string; blocked: string }[] {
  try {
    const parsed: unknown = JSON.parse(text)
    const list = (Array.isArray(parsed) ? parsed : [parsed]).slice(0, 5) as Record<string, Report>[]
    return list.map((item) => {
      const report = item?.body ?? item?.['csp-report'] ?? {}
      return {
        directive: String(report.effectiveDirective ?? report['violated-directive'] ?? '').slice(0, 60),
        blocked: originOf(String(report.blockedURL ?? report['blocked-uri'] ?? '')),
      }
    })
  } catch {
    return []
  }
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : address.slice(0, 40))
