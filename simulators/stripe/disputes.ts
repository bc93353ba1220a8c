/** Disputes of captured transactions at Stripe, and the files that prove them. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import * as z from 'zod'
import { findDispute, keepEvidence, openDispute, submitDispute } from '../network/disputes.ts'
import type { Dispute } from '../network/records.ts'
import { Refused, type World } from '../world.ts'
import { asParameter } from './cards.ts'
import { disputeView, kept, type Evidence } from './disputeView.ts'
import { idOf, seconds } from './facts.ts'
import { readForm } from './form.ts'
import { since } from './money.ts'
import { List, listOf, Metadata, once, queryOf, Text } from './requests.ts'

type Reason = Exclude<keyof Evidence, 'reason'>
type Transaction = Stripe.Issuing.Transaction

const [none, explained] = [null, { additional_documentation: null, explanation: null }]
const product = { product_description: none, product_type: none }
const returned = { return_status: none, returned_at: none }
/** The evidence of each reason, before any was given. */
const blank: { readonly [R in Reason]: Required<Evidence>[R] } = {
  canceled: {
    ...{ ...explained, ...product, ...returned, canceled_at: none, cancellation_policy_provided: none },
    ...{ cancellation_reason: none, expected_at: none },
  },
  duplicate: { ...explained, card_statement: none, cash_receipt: none, check_image: none, original_transaction: none },
  fraudulent: explained,
  merchandise_not_as_described: { ...explained, ...returned, received_at: none, return_description: none },
  no_valid_authorization: explained,
  not_received: { ...explained, ...product, expected_at: none },
  other: { ...explained, ...product },
  service_not_as_described: { ...explained, canceled_at: none, cancellation_reason: none, received_at: none },
}
const reasons = Object.keys(blank) as [Reason, ...Reason[]]

/** What has to be there when a dispute is submitted: one of each. */
const required: { readonly [R in Reason]: readonly (readonly string[])[] } = {
  canceled: [['explanation'], ['canceled_at'], ['cancellation_reason'], ['product_description'], ['product_type']],
  duplicate: [['explanation'], ['original_transaction', 'card_statement', 'cash_receipt', 'check_image']],
  fraudulent: [['explanation']],
  merchandise_not_as_described: [['explanation'], ['received_at'], ['return_description']],
  no_valid_authorization: [['explanation']],
  not_received: [['explanation'], ['expected_at'], ['product_description'], ['product_type']],
  other: [['explanation'], ['product_description'], ['product_type']],
  service_not_as_described: [['explanation'], ['received_at']],
}
const FILES = new Set(['additional_documentation', 'card_statement', 'cash_receipt', 'check_image'])

const fieldOf = (name: string): z.ZodType =>
  name.endsWith('_at')
    ? z.coerce.number().int()
    : name === 'product_type'
      ? z.enum(['merchandise', 'service'])
      : name === 'cancellation_policy_provided'
        ? z.enum(['true', 'false']).transform((value) => value === 'true')
        : z.string().min(1).max(20_000)
const factsOf = (reason: Reason) =>
  z
    .strictObject(Object.fromEntries(Object.keys(blank[reason]).map((name) => [name, fieldOf(name).optional()])))
    .optional()
const EvidenceInput = z.strictObject({
  reason: z.enum(reasons).optional(),
  ...(Object.fromEntries(reasons.map((reason) => [reason, factsOf(reason)])) as Record<
    Reason,
    ReturnType<typeof factsOf>
  >),
})
const NewDispute = z.strictObject({
  transaction: Text,
  amount: z.coerce.number().int().min(1).optional(),
  evidence: EvidenceInput,
  metadata: Metadata,
})
const DisputePatch = z.strictObject({ evidence: EvidenceInput.optional(), metadata: Metadata.optional() })
const Disputes = List.extend({
  transaction: z.string().optional(),
  status: z.enum(['expired', 'lost', 'submitted', 'unsubmitted', 'won']).optional(),
})
/** Stripe's limit for evidence, and what the form adds to it. */
const MOST_BYTES = 5_000_000
const MOST_FORM_BYTES = MOST_BYTES + 100_000
const types: Readonly<Partial<Record<string, string>>> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }
const NewFile = z.strictObject({
  purpose: z.literal('dispute_evidence'),
  file: z.object({ name: z.string(), type: z.string(), size: z.int().max(MOST_BYTES), sha256: z.string() }),
})
type At = { Params: { id: string } }

export function disputeRoutes(app: FastifyInstance, world: World): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: MOST_FORM_BYTES }, readUpload)
  /** `changed`: it was done now; what was done before is answered. */
  const answer = (request: FastifyRequest, reply: FastifyReply, view: object, changed = true): unknown => {
    if (!world.faults.loseDisputeAnswers || !changed) return view
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }

  app.post('/issuing/disputes', (request, reply) =>
    answer(
      request,
      reply,
      once(world, reply, 'disputes', (body, key) => createDispute(world, NewDispute.parse(body), key)),
    ),
  )
  app.get('/issuing/disputes', (request) => {
    const input = Disputes.parse(readForm(queryOf(request.url)))
    const { from, to } = since(input.created)
    const found = world.store
      .many<Dispute>(
        `SELECT * FROM disputes WHERE issuer = 'stripe' AND created_at >= :from AND created_at < :to ORDER BY rowid DESC`,
        { from, to },
      )
      .map((dispute) => disputeView(world, dispute))
      .filter(({ transaction }) => input.transaction === undefined || transaction === input.transaction)
      .filter(({ status }) => input.status === undefined || status === input.status)
    return listOf(
      '/v1/issuing/disputes',
      found,
      input,
      ({ id }) => id,
      (view) => view,
    )
  })
  app.get<At>('/issuing/disputes/:id', ({ params }) => disputeView(world, at(world, params.id)))
  app.post<At>('/issuing/disputes/:id', (request, reply) => {
    const { view, changed } = changeDispute(world, request.params.id, DisputePatch.parse(request.body ?? {}))
    return answer(request, reply, view, changed)
  })
  app.post<At>('/issuing/disputes/:id/submit', (request, reply) =>
    answer(request, reply, submit(world, at(world, request.params.id))),
  )
  app.post('/files', { bodyLimit: MOST_FORM_BYTES }, (request, reply) => {
    let changed = false
    const file = once(world, reply, 'files', (body, key) => {
      changed = true
      return keepFile(world, NewFile.parse(body), key)
    })
    return answer(request, reply, file, changed)
  })
}

const at = (world: World, id: string): Dispute => {
  const found = world.store.maybeOne<Dispute>(`SELECT * FROM disputes WHERE ref = :id AND issuer = 'stripe'`, { id })
  if (!found) throw new Refused(404, 'resource_missing', `No such issuing dispute: '${id}'`)
  return found
}

function createDispute(
  world: World,
  { transaction, amount, evidence, metadata }: z.infer<typeof NewDispute>,
  key: string,
) {
  const { store } = world
  const charge = transactionAt(world, transaction)
  if (charge.type !== 'capture') throw new Refused(400, 'parameter_invalid', 'Only captures can be disputed')
  if (charge.dispute !== null) throw new Refused(400, 'parameter_invalid', 'This transaction was disputed before')
  const { reason } = evidence
  if (reason === undefined) throw new Refused(400, 'parameter_missing', 'Missing required param: evidence[reason]')
  const ref = idOf('idp', key)
  return store.together(() => {
    const first = merged(world, { reason, [reason]: blank[reason] }, evidence)
    store.run('INSERT INTO stripe_disputes (id, evidence, metadata) VALUES (:ref, :evidence, :metadata)', {
      ...{ ref, evidence: JSON.stringify(first), metadata: JSON.stringify(metadata) },
    })
    const most = -charge.amount
    const note = evidence[reason]?.['explanation'] as string | undefined
    const made = asParameter(() =>
      openDispute(world, {
        ...{ ref, issuer: 'stripe', card_ref: String(charge.card), charge: transaction, amount: amount ?? most, most },
        ...{ reason, note: note ?? '', filed_at: null },
      }),
    )
    keepFilesOf(world, made.ref, first)
    const body = JSON.stringify({ ...charge, dispute: ref })
    store.run('UPDATE stripe_transactions SET body = :body WHERE id = :transaction', { body, transaction })
    return disputeView(world, made)
  })
}

/** A missing one is missing in a parameter. */
function transactionAt({ store }: World, id: string): Transaction {
  const row = store.maybeOne<{ body: string }>('SELECT body FROM stripe_transactions WHERE id = :id', { id })
  if (!row) throw new Refused(400, 'resource_missing', `No such issuing transaction: '${id}'`)
  return JSON.parse(row.body) as Transaction
}

/** What is not given stays as it is. Every file has to be there. */
function merged({ store }: World, before: Evidence, given: z.infer<typeof EvidenceInput>): Evidence {
  const reason = before.reason as Reason
  if ((given.reason ?? reason) !== reason || reasons.some((other) => other !== reason && given[other] !== undefined))
    throw new Refused(400, 'parameter_invalid', `The evidence is for another reason than ${reason}`)
  const facts = given[reason] ?? {}
  for (const [name, value] of Object.entries(facts))
    if (FILES.has(name) && !store.maybeOne('SELECT 1 FROM stripe_files WHERE id = :id', { id: String(value) }))
      throw new Refused(400, 'resource_missing', `No such file upload: '${String(value)}'`)
  return { ...before, [reason]: { ...before[reason], ...facts } }
}

/** @throws Refused 400 for other evidence once it was submitted. */
function changeDispute(world: World, id: string, { evidence, metadata }: z.infer<typeof DisputePatch>) {
  const dispute = at(world, id)
  if (evidence && dispute.status !== 'OPEN')
    throw new Refused(400, 'parameter_invalid', 'The evidence of a submitted dispute cannot be changed')
  const before = kept(world, id)
  const after = {
    evidence: evidence ? merged(world, before.evidence, evidence) : before.evidence,
    metadata: { ...before.metadata, ...metadata },
  }
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
    ),
  )
  const changed = Object.keys(previous).length > 0
  world.store.run('UPDATE stripe_disputes SET evidence = :evidence, metadata = :metadata WHERE id = :id', {
    ...{ id, evidence: JSON.stringify(after.evidence), metadata: JSON.stringify(after.metadata) },
  })
  keepFilesOf(world, id, after.evidence)
  const view = disputeView(world, findDispute(world, id))
  if (changed) world.stripe.messages.tell('issuing_dispute.updated', view, previous)
  return { view, changed }
}

function keepFilesOf(world: World, disputeRef: string, evidence: Evidence): void {
  const facts = evidence[evidence.reason as Reason] ?? {}
  for (const [name, ref] of Object.entries(facts) as [string, string | null][])
    if (FILES.has(name) && ref !== null)
      keepEvidence(world, { ref, disputeRef, name, status: 'UPLOADED', bytes: fileAt(world, ref).size })
}

function submit(world: World, dispute: Dispute) {
  if (dispute.status !== 'OPEN') throw new Refused(400, 'parameter_invalid', 'This dispute was submitted before')
  const { evidence } = kept(world, dispute.ref)
  const reason = evidence.reason as Reason
  const facts = evidence[reason] as unknown as Record<string, unknown>
  const missing = required[reason].find((names) => names.every((name) => facts[name] === null))
  if (missing) throw new Refused(400, 'parameter_missing', `Missing required evidence: ${missing.join(' or ')}`)
  return disputeView(world, submitDispute(world, dispute))
}

type FileBody = Pick<z.infer<typeof NewFile>, 'purpose'> & { file: unknown }

/** The two parts of an upload, the file without its bytes. */
async function readUpload({ headers }: FastifyRequest, body: string | Buffer): Promise<FileBody> {
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
  const [file, purpose] = [form.get('file'), form.get('purpose')]
  if (file === null || typeof file === 'string')
    throw new Refused(400, 'parameter_missing', 'Missing required param: file')
  const sha256 = createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')
  const { name, type, size } = file
  return { purpose: purpose as 'dispute_evidence', file: { name, type, size, sha256 } }
}

function keepFile(
  { store, now }: World,
  { purpose, file: { name, type, size } }: z.infer<typeof NewFile>,
  key: string,
) {
  const kind = types[type]
  if (kind === undefined) throw new Refused(400, 'parameter_invalid', `Evidence cannot be of the type ${type}`)
  const id = idOf('file', key)
  const file = {
    id,
    object: 'file',
    created: seconds(now()),
    expires_at: null,
    filename: name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type: kind,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  } satisfies Stripe.File
  store.run('INSERT INTO stripe_files (id, body) VALUES (:id, :body)', { id, body: JSON.stringify(file) })
  return file
}

const fileAt = ({ store }: World, id: string): { size: number } =>
  JSON.parse(store.maybeOne<{ body: string }>('SELECT body FROM stripe_files WHERE id = :id', { id })!.body) as {
    size: number
  }
