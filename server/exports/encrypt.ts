import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A workbook that asks for this password before it opens: in Excel, WPS and LibreOffice alike. */
export async function encrypt(bytes: Uint8Array, password: string): Promise<Buffer> {
  const worker = new Worker(new URL('encryptWorker.ts', import.meta.url), { workerData: { bytes, password } })
  try {
    const [made] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(made)
  } finally {
    await worker.terminate()
  }
}
