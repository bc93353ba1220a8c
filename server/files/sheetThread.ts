/** The worker thread that reads one workbook: it gets the bytes and the limits, and nothing of the server. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SheetLimits } from '#contract/core/files.ts'
import { sheetRows } from './sheetRows.ts'
import { SheetFault } from './sheetFaults.ts'
import type { SheetRead } from './readSheet.ts'

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: SheetLimits }
const said = (read: SheetRead) => parentPort!.postMessage(read)
try {
  said({ rows: await sheetRows(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits) })
} catch (error) {
  // Errors of the zip and XML readers concern the file; nothing else in this thread can fail.
  said(error instanceof SheetFault ? { fault: error.fault, at: error.at } : { fault: 'broken', at: '' })
}
