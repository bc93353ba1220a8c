import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Call } from '#contract/core/call.ts'
import { callIdOf, headingOf, headings, titleOf } from '#contract/core/headings.ts'
import { everywhere, refusals, type RefusalName } from '#contract/core/refusals.ts'

/** In the order of the reference. */
const tags = headings.map(([{ cn, en }]) => ({ name: en, description: cn }))

/** The reference: the contract as OpenAPI 3.1 at /api/openapi.json, with a page for people at /api/docs (web/reference/). */
export function openApi(app: FastifyInstance, rows: readonly (readonly [name: string, row: Call])[]): void {
  // Generated when first read: 250 calls as JSON schema are eight megabytes that most processes never need.
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

function describe(rows: readonly (readonly [name: string, row: Call])[]): { paths: object; components: object } {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, object> = {}
  for (const [name, row] of rows)
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(callIdOf(name, row, rows), row, schemas)
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

function operation(operationId: string, row: Call, schemas: Record<string, object>): object {
  const input = schemaOf(row, 'input', schemas)
  const title = titleOf(row)
  const inQuery = row.body === 'query' || row.body === 'params'
  return {
    operationId,
    tags: [headingOf(row.path)?.en ?? 'Other'],
    summary: title.en,
    description: `${title.cn}\n\nWho: \`${row.who}\`. ${row.once ? 'Takes `requestNo` and is safe to send twice. ' : ''}${refusalTable(row)}`,
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
  if (row.events) return { 'text/event-stream': { schema: { type: 'string' } } }
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
/** A schema that refers to a part of itself (a tree of nodes) finds that part in the document's components: `#/$defs` would be the document's own. */
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
