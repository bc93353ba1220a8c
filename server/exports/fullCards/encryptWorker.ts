/** A worker thread: deriving the key takes 300,000 rounds, half a second in which the server's thread would decide no card. */
import { parentPort, workerData } from 'node:worker_threads'
import { encryptDocx } from '@cj-tech-master/excelts/word/crypto'

const { bytes, password } = workerData as { bytes: Uint8Array; password: string }
// Named after Word, but it is the encryption of all Office packages (MS-OFFCRYPTO, agile: AES-256, SHA-512, 100,000 rounds for each key).
parentPort!.postMessage(await encryptDocx(bytes, password))
