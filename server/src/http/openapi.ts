import { allEndpoints } from '@marga/contract/api'
import { type EndpointSpec, errorCodesOf, pathParamNames } from '@marga/contract/endpoint'
import { errorCatalogue } from '@marga/contract/error-catalogue'
import { errorBody } from '@marga/contract/errors'
import { z } from 'zod'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'openapi-3.0', unrepresentable: 'any' })

function responsesOf(endpoint: EndpointSpec) {
  const responses: Record<string, object> = {}
  for (const status of endpoint.status ?? [200]) {
    responses[status] = {
      description: endpoint.summary,
      content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } },
    }
  }
  for (const code of errorCodesOf(endpoint)) {
    const [status, message] = errorCatalogue[code]
    const known = responses[status] as { description: string } | undefined
    responses[status] = {
      description: known ? `${known.description} \`${code}\`: ${message}` : `\`${code}\`: ${message}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return responses
}

function parametersOf(endpoint: EndpointSpec) {
  const path = pathParamNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))
  if (!endpoint.query) return path
  const { properties = {}, required = [] } = jsonSchema(endpoint.query, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  const query = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return [...path, ...query]
}

function operationOf(name: string, endpoint: EndpointSpec) {
  const multipart = {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary' }, upload_preset: { type: 'string' } },
        required: ['file'],
      },
    },
  }
  const body = endpoint.body
    ? { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } }
    : undefined
  const content = endpoint.path.startsWith('/api/uploads') ? multipart : body
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0]],
    ...(endpoint.access === 'public'
      ? {}
      : { security: endpoint.access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }] }),
    ...(Array.isArray(endpoint.access) ? { 'x-roles': endpoint.access } : {}),
    parameters: parametersOf(endpoint),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: responsesOf(endpoint),
  }
}

/** The description of every call, generated from the same table that binds them. */
export function describeApi(productName: string, publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of allEndpoints()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.0.3',
    info: { title: `${productName} API`, version: '1.0.0' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  }
}
