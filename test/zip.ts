/** Hand-made zip archives that may lie: about sizes, with two parts of one name, encrypted, truncated. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  name: string
  bytes: Buffer | string
  stored?: boolean
  /** The declared size, if false. */
  saysSize?: number
  encrypted?: boolean
}

export function zip(parts: readonly ZipPart[], { saysEntries }: { saysEntries?: number } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, stored = false, saysSize, encrypted = false } of parts) {
    const plain = Buffer.from(bytes as string)
    const packed = stored ? plain : deflateRawSync(plain)
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(encrypted ? 0x801 : 0x800, 2)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    fields.writeUInt32LE(0x21, 6)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(saysSize ?? plain.length, 18)
    fields.writeUInt16LE(title.length, 22)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), fields, title, packed)
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, where, title)
    offset += 30 + title.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(saysEntries ?? parts.length, 8)
  end.writeUInt16LE(saysEntries ?? parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}
