import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { SheetFault } from './sheetFaults.ts'

const MOST_ENTRIES = 64
const MOST_INFLATED = 8_000_000
/** XML of one repeated row compresses to a hundredth; anything smaller is a zip bomb. */
const MOST_RATIO = 250
const SMALL = 1_000_000

/** Macros, links to other files, embedded objects and data connections. Printer settings are .bin too and harmless. */
const UNSAFE =
  /vbaProject|externalLink|embeddings\/|oleObject|activeX|ctrlProps|connections\.xml|queryTable|\/macrosheets\/|dialogsheets\//i

export type Parts = {
  has: (name: string) => boolean
  /** The part's bytes, counted as they are inflated. */
  read: (name: string) => AsyncIterable<Uint8Array>
}

/** The parts of an .xlsx, checked before any of them is inflated. */
export async function unzip(bytes: Buffer): Promise<Parts> {
  if (bytes.length < 8 || bytes.readUInt32BE(0) === 0xd0cf11e0)
    throw new SheetFault(bytes.length < 8 ? 'not_xlsx' : 'old_or_locked')
  if (bytes.readUInt32BE(0) !== 0x504b0304) throw new SheetFault('not_xlsx')
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true })
  const entries = await entriesOf(zip)
  let inflated = 0
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw new SheetFault('broken')
      const mine = { size: 0, most: Math.max(SMALL, entry.compressedSize * MOST_RATIO) }
      // The declared size is not trusted: the stream ends early where it is wrong.
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        inflated += part.length
        mine.size += part.length
        if (inflated > MOST_INFLATED || mine.size > mine.most) throw new SheetFault('too_big')
        yield part
      }
    },
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new SheetFault('too_big')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (entry.isEncrypted()) throw new SheetFault('old_or_locked')
    if (UNSAFE.test(name)) throw new SheetFault('unsafe', name.slice(0, 80))
    // Two parts of one name: readers differ in which one they use.
    if (entries.has(name) || entries.size >= MOST_ENTRIES) throw new SheetFault('broken')
    entries.set(name, entry)
  }
  return entries
}
