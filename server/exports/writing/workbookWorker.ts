/** The worker thread of a large export: lines of COPY come in, bytes of a file go out. */
import { pipeline } from 'node:stream/promises'
import { workerData } from 'node:worker_threads'
import { useFieldKeys } from '#server/core/secrets.ts'
import { writeFile, type ThreadBook } from './workbook.ts'

const { fieldKeys, ...book } = workerData as ThreadBook
if (fieldKeys) useFieldKeys(fieldKeys)
await pipeline(writeFile(book, process.stdin), process.stdout)
