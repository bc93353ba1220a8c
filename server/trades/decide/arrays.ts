/**
 * Encodes values as one PostgreSQL array: text as text, everything else in the binary wire format, which the database reads without parsing (a timestamp as
 * text costs it three times as much, plus the formatting here). A bigint beyond 2^53 is given as its eight bytes.
 */
export type Value = string | number | boolean | Buffer | null
/** Timestamps are milliseconds since 1970. */
export type Type = 'text' | 'jsonb' | 'bytea' | keyof typeof binary

/** The type's OID in PostgreSQL, its size in bytes, and how a value is written. */
const binary = {
  boolean: { oid: 16, size: 1, write: (to: Buffer, value: number, at: number) => to.writeUInt8(value, at) },
  smallint: { oid: 21, size: 2, write: (to: Buffer, value: number, at: number) => to.writeInt16BE(value, at) },
  integer: { oid: 23, size: 4, write: (to: Buffer, value: number, at: number) => to.writeInt32BE(value, at) },
  bigint: { oid: 20, size: 8, write: writeInt64 },
  timestamptz: {
    oid: 1184,
    size: 8,
    write: (to: Buffer, ms: number, at: number) => writeInt64(to, (ms - Y2000) * 1000, at),
  },
}
const Y2000 = Date.UTC(2000, 0, 1)

function writeInt64(to: Buffer, value: number, at: number): number {
  to.writeInt32BE(Math.floor(value / 2 ** 32), at)
  return to.writeUInt32BE(value >>> 0, at + 4)
}

export function arrayOf(type: Type, values: readonly Value[]): string | Buffer {
  if (type === 'text' || type === 'jsonb') return arrayText(values)
  return type === 'bytea' ? arrayOfBuffers(values as readonly Buffer[]) : arrayBytes(type, values)
}

/** Bytes before the values, and the size of an empty array. */
const [HEAD, EMPTY] = [20, 12]

function headed(oid: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + size)
  bytes.writeInt32BE(count && 1) // dimensions
  bytes.writeInt32BE(1, 4) // may contain nulls
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16) // lower bound
  return bytes
}

const BYTEA = 17
function arrayOfBuffers(values: readonly Buffer[]): Buffer {
  const size = values.reduce((sum, value) => sum + 4 + value.length, 0)
  const bytes = headed(BYTEA, values.length, size)
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at)
    at += value.copy(bytes, at)
  }
  return bytes.subarray(0, values.length ? at : EMPTY)
}

function arrayBytes(type: keyof typeof binary, values: readonly Value[]): Buffer {
  const { oid, size, write } = binary[type]
  const bytes = headed(oid, values.length, values.length * (4 + size))
  let at = HEAD
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : size, at)
    if (value instanceof Buffer) at += value.copy(bytes, at)
    else if (value !== null) at = write(bytes, Number(value), at)
  }
  return bytes.subarray(0, values.length ? at : EMPTY)
}
export const arrayText = (values: readonly Value[]): string => `{${values.map(elementText).join(',')}}`

/** Always quoted: checking whether each value needs quotes costs more than the quotes. */
function elementText(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return value.includes('"') || value.includes('\\') ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
