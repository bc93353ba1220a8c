import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Call } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import type { Lang } from '#contract/core/fields.ts'
import { fileRules, type FileRule, type SentFile } from '#contract/core/files.ts'
import { refuse, Refusal } from '#contract/core/refusals.ts'
import { isBusy } from '../core/db.ts'
import { readSheet } from '../files/files.ts'

/** Names, boundaries and the text fields beside the files. */
const REST_BYTES = 100_000
/** Keeps reading this much, so that a browser, which sends everything before it reads, receives the refusal. */
const HEARD_OUT_BYTES = 16_000_000

/** `whose`: the account whose turn is used to read its workbooks. */
type Sender = { lang: Lang; whose: string }

/**
 * Reads the input of a multipart row. Files are counted as they arrive, and no more than their row allows is ever in memory; a workbook is parsed before the
 * transaction of a `once` row opens.
 */
export async function readUpload(row: Call, request: FastifyRequest, by: Sender): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw refuse('invalid')
  try {
    return await inputFrom(row, request, by)
  } catch (error) {
    await hearOut(request)
    if (error instanceof Refusal || isBusy(error)) throw error
    // Any other error of the parser concerns the sent bytes: too many parts, a broken boundary, a name like __proto__.
    throw refuse('bad_request')
  }
}

async function inputFrom(
  row: Call,
  request: FastifyRequest,
  { lang, whose }: Sender,
): Promise<Record<string, unknown>> {
  const rules = fileRules(row.input)
  const most = [...rules.values()].reduce((sum, { maxBytes }) => sum + maxBytes, REST_BYTES)
  if (Number(request.headers['content-length'] ?? 0) > most) {
    const [first = '-'] = rules.keys()
    throw tooLarge(first, rules.get(first), lang)
  }
  const given: Record<string, unknown> = {}
  const files: [name: string, file: SentFile][] = []
  const limits = { files: rules.size, fields: 60, fieldSize: REST_BYTES, fieldNameSize: 100, headerPairs: 20 }
  for await (const part of request.parts({ limits: { ...limits, fileSize: most } })) {
    const { fieldname: name } = part
    const rule = rules.get(name)
    if ((part.type === 'file') !== (rule !== undefined) || (rule && Object.hasOwn(given, name)))
      throw refuse('invalid', { field: name })
    if (part.type === 'file')
      files.push([name, (given[name] = await fileOf(part, rule!, lang)) as [string, SentFile][1]])
    else if (part.valueTruncated || part.fieldnameTruncated) throw refuse('invalid', { field: name })
    else given[name] = Object.hasOwn(given, name) ? [given[name], part.value].flat() : part.value
  }
  for (const [name, file] of files) {
    const sheet = rules.get(name)!.sheet
    if (sheet) given[name] = await readSheet(file, sheet, { field: name, lang, whose })
  }
  return given
}

async function fileOf(part: MultipartFile, rule: FileRule, lang: Lang): Promise<SentFile> {
  const parts: Buffer[] = []
  let size = 0
  for await (const bytes of part.file as AsyncIterable<Buffer>) {
    size += bytes.length
    if (size > rule.maxBytes) throw tooLarge(part.fieldname, rule, lang)
    parts.push(bytes)
  }
  const bytes = Buffer.concat(parts)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name: (part.filename ?? '').slice(0, 200), size, sha256 }
  // Not enumerable: two megabytes as JSON, for a request key or a log, would be twenty.
  return Object.defineProperty(file, 'bytes', { value: bytes }) as SentFile
}

const tooLarge = (field: string, rule: FileRule | undefined, lang: Lang): Refusal =>
  refuse('invalid', { field, msg: (rule?.tooLarge ?? checks.file_too_large)[lang] })

/** Reads the rest of the request; a sender that does not stop is disconnected. */
async function hearOut({ raw }: FastifyRequest): Promise<void> {
  let left = HEARD_OUT_BYTES
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  await new Promise<void>((done) => {
    const soon = setTimeout(() => raw.destroy(), 10_000)
    raw.once('close', () => (clearTimeout(soon), done()))
    raw.once('end', () => (clearTimeout(soon), done()))
    raw.on('data', (bytes: Buffer) => (left -= bytes.length) < 0 && raw.destroy())
    raw.resume()
  })
}
