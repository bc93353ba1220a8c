import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import * as z from 'zod'
import type { Call } from '#contract/core/call.ts'
import { everywhere, refusals, type RefusalName } from '#contract/core/refusals.ts'
import { tagOf, tags } from './openApiTags.ts'
import { referencePage } from './referencePage.ts'

/** The reference: the contract as OpenAPI 3.1 at /api/openapi.json, with a page for people at /api/docs. */
export async function openApi(app: FastifyInstance, rows: Call[]): Promise<void> {
  // Written when somebody first reads it: 250 calls as JSON schema are eight megabytes that most processes never need.
  let written: ReturnType<typeof describe> | undefined
  const whole = () => (written ??= describe(rows))
  const document = {
    ...heading,
    get paths() {
      return whole().paths
    },
    get components() {
      return whole().components
    },
  }
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', ...referencePage })
  app.get('/api/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(document))
}

const heading = {
  openapi: '3.1.0',
  info: {
    title: 'Kaika',
    version: '1.0.0',
    description:
      'Every success is `code` 200 in the envelope. Amounts are integers in minor units, times are epoch milliseconds.',
  },
  tags,
}

function describe(rows: Call[]): { paths: object; components: object } {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, object> = {}
  for (const row of rows) (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(row, schemas)
  return {
    paths,
    components: {
      schemas,
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic', description: 'The console’s own id: identification, not a secret.' },
      },
    },
  }
}

function operation(row: Call, schemas: Record<string, object>): object {
  const input = schemaOf(row, 'input', schemas)
  const inQuery = row.body === 'query' || row.body === 'params'
  return {
    tags: [tagOf(row.path)],
    summary: row.title,
    description: `Who: \`${row.who}\`. ${row.once ? 'Takes `requestNo` and is safe to send twice. ' : ''}${refusalTable(row)}`,
    security: row.who === 'public' ? [] : [{ [row.who === 'client' ? 'client' : 'member']: [] }],
    ...(inQuery && { parameters: parametersOf(input) }),
    ...(!inQuery && { requestBody: { content: { [media[row.body]]: { schema: input } } } }),
    responses: { 200: { description: 'The answer, or a refusal by its code', content: answerOf(row, schemas) } },
  }
}

const media = {
  query: '',
  params: '',
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
} as const satisfies Record<Call['body'], string>

function answerOf(row: Call, schemas: Record<string, object>): object {
  if (row.file) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const envelope = (code: object, data: object) => ({
    type: 'object',
    required: ['code', 'msg', 'data', 'path', 'status'],
    properties: { code, msg: { type: 'string' }, data, path: { type: 'string' }, status: { type: 'integer' } },
  })
  const refused = { type: 'integer', enum: codesOf(row) }
  return {
    'application/json': {
      schema: {
        anyOf: [
          envelope({ const: 200 }, schemaOf(row, 'output', schemas)),
          envelope(refused, { type: ['object', 'null'] }),
        ],
      },
    },
  }
}

type JsonSchema = { properties?: Record<string, object>; required?: string[] }
/** A schema that names a part of itself (a tree of nodes) finds that part in the document's components: `#/$defs` would be the document's own. */
function schemaOf(row: Call, io: 'input' | 'output', schemas: Record<string, object>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(row[io], { io, unrepresentable: 'any' })
  if (!schema.$defs) return schema as JsonSchema
  const prefix = `${row.path.slice(1).replaceAll('/', '.')}.${io}.`
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`)
  const { $defs, ...rest } = JSON.parse(text) as JsonSchema & { $defs: Record<string, object> }
  for (const [name, part] of Object.entries($defs)) schemas[prefix + name] = part
  return rest
}

const parametersOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))

const namesOf = (row: Call): RefusalName[] => [
  ...new Set<RefusalName>([...row.refusals, ...everywhere, 'not_a_client', 'bad_request', 'too_large']),
]
const codesOf = (row: Call): number[] =>
  [...new Set(namesOf(row).map((name) => refusals[name].code))].sort((a, b) => a - b)

const refusalTable = (row: Call): string =>
  row.refusals.length ? `Refusals: ${row.refusals.map((name) => `${refusals[name].code} \`${name}\``).join(', ')}.` : ''
