/**
 * Requests generated from the OpenAPI document: for every field of every operation a valid value or one that no one should send. Things that exist only at run
 * time are referenced by name (`@card:3`) and resolved when a draft is sent, so that a draft can be printed, shrunk and sent again.
 */
import fc from 'fast-check'
import { hostile, rawBodies, strangeHeaders, strangeNames, twists, types, type Value } from './attacks.ts'

type Schema = {
  type?: string
  format?: string
  enum?: string[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
export type Operation = {
  path: string
  method: string
  encoding: string
  fields: Record<string, Schema>
  required: Set<string>
}

type Described = {
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Described>> }

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const [encoding, { schema }] = Object.entries(requestBody?.content ?? {})[0] ?? ['query', { schema: {} }]
      const fields = parameters
        ? Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
        : (schema.properties ?? {})
      const required = parameters?.filter(({ required }) => required).map(({ name }) => name) ?? schema.required
      return { path, method: method.toUpperCase(), encoding, fields, required: new Set(required) }
    }),
  )

export type Draft = {
  operation: Operation
  method: string
  /** Appended to the path, or replacing it if it begins with a slash. */
  pathTwist: string
  as: string
  fields: [name: string, value: Value][]
  encoding: string
  headers: Record<string, string>
  /** Bytes that replace the fields. */
  raw: string | undefined
}

/** Files that are resolved when a draft is sent: a valid one, one with errors, and some that are not workbooks. */
const someFiles = [
  '@file:good',
  '@file:good',
  '@file:picture',
  '@file:faulty',
  '@file:formula',
  '@file:text',
  '@file:empty',
  '@file:large',
]

/** Names of existing things, by the field that takes them. */
const named: Record<string, string[]> = {
  cardId: ['@card:0', '@card:1', '@card:2', '@card:3', '@subCard:0', '@foreignCard:0'],
  cardIds: ['@card:1', '@card:4', '@subCard:0'],
  quoteId: ['@quote:0', '@quote:1', '@quote:2'],
  orderNo: ['@order:0', '@order:1'],
  subUid: ['@subUid:0'],
  vid: ['VISA-US-1', 'VISA-US-2', 'MASTERCARD-US-1'],
  username: ['@door:mobile', '+86@door:mobile'],
  password: ['@door:password', 'wrong-1-password'],
  refresh_token: ['@door:refresh'],
  mobile: ['@door:mobile', '13900000001', '13900000002'],
  code: ['000000', '123456', '2010'],
  requestNo: ['request-1', 'request-2', '@fresh:0'],
  firstName: ['Ana', 'REFUSE'],
  lastName: ['Lopez'],
  street: ['1 Cedar Avenue'],
  city: ['Portland'],
  state: ['OR'],
  zipCode: ['97201'],
  roleId: ['rol_viewer', 'rol_senior', '@role:0', '@role:1'],
  type: ['cardStatus', 'authStatus', 'rail'],
  approvalId: ['@approval:0', '@approval:1'],
  staffId: ['@staff:0'],
  accountId: ['@account:0'],
  groupId: ['pln_standard', 'pln_pro'],
  viewId: ['@view:0'],
  rulesId: ['@rules:0'],
  templateId: ['@template:0'],
  userNo: ['@userNo:0'],
  userNos: ['@userNo:0'],
  breakId: ['@break:0'],
  reason: ['looked at it twice'],
  roles: ['KYC', 'KYC,SUPPORT', 'NOBODY'],
  couponId: ['', ''],
  gid: ['', '0', '@group:0', '@group:1'],
  toGid: ['0', '@group:1'],
  gids: ['@group:0', '@group:2'],
  fromGids: ['@group:0', '@group:2'],
  tagId: ['@tag:0', '@tag:1'],
  tags: ['', '@tag:1'],
  amount: ['1000', '5000', '1', '99999999'],
  days: ['7', '30', '90'],
  ribbon: ['WALLET.OUT.CARDS', 'WALLET.IN.TOPUP_USDT'],
  id: ['@notice:0'],
  loginId: ['@login:0'],
  currency: ['USD', 'EUR'],
  country: ['US', 'CN'],
  mcc: ['5734'],
  endpoint: ['https://fcm.googleapis.com/fcm/send/one'],
  p256dh: ['B'.repeat(87)],
  auth: ['A'.repeat(22)],
  kinds: ['CODES', 'DECLINES'],
  rechargeAmount: ['5000', '1000', '500001'],
  amountStr: ['110.000000', '1', '0.000001', '999999999'],
  rail: ['USDT_TRC20'],
  scopeId: ['@card:0', '@card:2', '@group:1', '@foreignCard:0'],
  scopeIds: ['@card:1', '@card:2', '@foreignCard:0'],
  controls: ['{}', '{"singleMax":100000}', '{"countries":{"mode":"NEVER","codes":["FR"]}}'],
  merchantName: ['FACEBK', 'CORNER SHOP'],
  suppose: ['{"load":5000}', '{"unfreeze":1,"load":1}', '{"load":0}', '{"changes":[]}'],
}

function fitting(name: string, schema: Schema): fc.Arbitrary<Value> {
  const known = named[name]
  const shaped = ofSchema(schema)
  return known
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: shaped })
    : shaped
}

function ofSchema(schema: Schema): fc.Arbitrary<Value> {
  if (schema.format === 'binary') return fc.constantFrom(...someFiles)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'array') return fc.array(ofSchema(schema.items ?? {}), { maxLength: 5 })
  if (schema.type === 'boolean') return fc.constantFrom('0', '1', 'true', true, 1)
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum: min = 0, maximum: max = 100_000 } = schema
    return fc.oneof(fc.integer({ min, max: Math.min(max, min + 200) }), fc.constantFrom(min, max, min - 1, max + 1))
  }
  if (schema.pattern) return matching(schema.pattern)
  return fc.string({ maxLength: Math.min(schema.maxLength ?? 60, 60) })
}

/** Cached: a few patterns occur in hundreds of fields, and creating a generator takes longer than a hundred draws from it. */
function matching(pattern: string): fc.Arbitrary<string> {
  const made = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { size: 'small' })
  patterns.set(pattern, made)
  return made
}
const patterns = new Map<string, fc.Arbitrary<string>>()

/** Mostly valid: a request with errors everywhere never gets past the first check. */
const rarely = <T>(usual: fc.Arbitrary<T>, weight: number, otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 100 - Math.round(weight), arbitrary: usual }, { weight: Math.round(weight), arbitrary: otherwise })

/** `wild`: how many values in a hundred are hostile. A single one can stop a request at the first check, so half of all requests have none. */
function fieldsOf({ fields, required }: Operation, wild: number): fc.Arbitrary<[string, Value][]> {
  const each = Object.entries(fields).map(([name, schema]) => {
    const key = rarely(
      fc.constant(name),
      wild / 10,
      fc.constantFrom(`${name}[]`, `${name}[0]`, `${name}.a`, name.toUpperCase()),
    )
    const pair = fc.tuple(key, rarely(fitting(name, schema), wild, hostile))
    const kept = required.has(name) ? 100 : 2
    return fc.option(pair, { nil: undefined, freq: kept })
  })
  const strange = rarely(
    fc.constant<[string, Value][]>([]),
    wild / 4,
    fc.array(fc.tuple(fc.constantFrom(...strangeNames), hostile), { maxLength: 2 }),
  )
  return fc
    .tuple(fc.tuple(...each), strange)
    .map(([known, more]) => [...known, ...more].filter((pair) => pair !== undefined))
}

const headers = fc
  .constantFrom(...strangeHeaders)
  .chain(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value }) as Record<string, string>))

export function draftsOf(operation: Operation): fc.Arbitrary<Draft> {
  return fc.record({
    operation: fc.constant(operation),
    method: rarely(
      fc.constant(operation.method),
      4,
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'),
    ),
    pathTwist: rarely(fc.constant(''), 3, fc.constantFrom(...twists)),
    as: fc.oneof(
      { weight: operation.path.startsWith('/api/operator/') ? 30 : 1, arbitrary: fc.constant('staff') },
      { weight: 6, arbitrary: fc.constant('parent') },
      { weight: 3, arbitrary: fc.constant('sub') },
      { weight: 1, arbitrary: fc.constantFrom('nobody', 'ended') },
    ),
    fields: fc.oneof(fieldsOf(operation, 0), fieldsOf(operation, 25)),
    encoding: rarely(fc.constant(operation.encoding), 6, fc.constantFrom('query', ...types)),
    headers: rarely(fc.constant({}), 15, headers),
    raw: rarely(fc.constant(undefined), 3, fc.constantFrom<string | undefined>(...rawBodies)),
  })
}
