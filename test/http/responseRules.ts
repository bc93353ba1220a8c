/** What an answer must never contain, whatever the request. */
import { isCall } from '#contract/core/call.ts'
import { contract } from './rows.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Reply, Sent } from './app.ts'

const envelope = {
  type: 'object',
  required: ['code', 'msg', 'data', 'path', 'status'],
  additionalProperties: false,
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string', minLength: 1 },
    data: {},
    path: { type: 'string' },
    status: { type: 'integer' },
  },
}

/** Signs of leaked internals: stack traces, statements, file paths, and the database's own messages. */
const inside: [what: string, sign: RegExp][] = [
  ['a stack', /\n\s+at |\bat (async )?[\w.<>]+ \(/],
  ['a place in the code', /\.(ts|js|mjs):\d+|node_modules|node:internal|file:\/\//],
  ['a statement', /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|RETURNING|UNION)\b/],
  [
    "the database's words",
    /syntax error at|violates .* constraint|duplicate key|relation "|column "|invalid input syntax|deadlock|pg_|ECONN|kysely|postgres/i,
  ],
  [
    'an error of the language',
    /\b(TypeError|RangeError|SyntaxError|ReferenceError|ZodError|Unexpected token|is not a function|Cannot read prop)/,
  ],
  ['a password hash', /\$argon2/],
]

export type Judge = (sent: Sent, operation: string | undefined, reply: Reply) => string[]

type Answers = { responses: Record<string, { content: Record<string, { schema: object }> }> }
export type Judged = { paths: Record<string, Record<string, Answers>>; components?: object }

const bare = new Set(
  Object.values(contract).flatMap((row) => (isCall(row) && row.bare ? [`${row.method} ${row.path}`] : [])),
)
function enveloped<E extends object>(answer: E): E {
  const { code, msg, data, path, status, errcode, errmsg } = answer as unknown as Record<string, unknown>
  const says = code === 200 ? errcode === 0 && errmsg === '' : errcode === 500 && errmsg === msg
  return (says ? { code, msg, data, path, status } : answer) as E
}

/** `secrets` returns what must currently not be revealed to anyone: card numbers, tokens. */
export function responseRulesOf(document: Judged, secrets: () => Iterable<string>): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  ajv.addSchema({ ...document, $id: 'document' } as object)
  const generic = ajv.compile(envelope)
  const byOperation = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => {
        const at = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema']
        const isFile = !methods[method]!.responses['200']!.content['application/json']
        const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
        return [`${method.toUpperCase()} ${path}`, isFile ? undefined : ajv.compile({ $ref: `document#/${pointer}` })]
      }),
    ),
  )

  return (sent, operation, reply) => {
    if (reply.status >= 500) return [`status ${reply.status}: ${reply.text.slice(0, 300)}`]
    if (sent.method === 'HEAD') return []
    if (operation && byOperation.has(operation) && !byOperation.get(operation) && reply.status === 200) return []
    let answer: { code: number; path: string; status: number }
    try {
      answer = JSON.parse(reply.text)
    } catch {
      return [`no envelope: ${reply.status} ${reply.headers['content-type']} ${reply.text.slice(0, 300)}`]
    }
    // For an uploader without the envelope, its fields are also returned beside it.
    if (operation && bare.has(operation)) answer = enveloped(answer)
    const wrong: string[] = []
    const fits = (operation && byOperation.get(operation)) || generic
    if (!generic(answer)) wrong.push(`no envelope: ${ajv.errorsText(generic.errors)}: ${reply.text.slice(0, 300)}`)
    else if (!fits(answer))
      wrong.push(`not what the document says: ${ajv.errorsText(fits.errors)}: ${reply.text.slice(0, 600)}`)
    if (answer.code >= 500 && answer.code < 600) wrong.push(`code ${answer.code}`)
    if (answer.status !== reply.status) wrong.push(`says status ${answer.status}, has ${reply.status}`)
    if (reply.headers['cache-control'] !== 'no-store') wrong.push('may be stored')
    return [...wrong, ...leaksIn(answer, secrets())]
  }
}

/** Returns leaks: no refusal reveals internals, and no answer reveals a secret. */
export function leaksIn(answer: { code: number }, secrets: Iterable<string>): string[] {
  const said = JSON.stringify({ ...answer, path: '' }) // the caller's own words
  const found = answer.code === 200 ? [] : inside.filter(([, sign]) => sign.test(said)).map(([what]) => what)
  const told = [...secrets]
    .filter((secret) => said.includes(secret))
    .map((secret) => `the secret ${secret.slice(0, 6)}…`)
  return [...found, ...told].map((what) => `leaks ${what}: ${said.slice(0, 600)}`)
}
