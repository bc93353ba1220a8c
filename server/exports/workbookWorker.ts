/** Lines of COPY come in, bytes of a file go out: the half of a large export that only calculates. */
import { pipeline } from 'node:stream/promises'
import { workerData } from 'node:worker_threads'
import { useFieldKey } from '../core/secrets.ts'
import { writeFile, type ThreadBook } from './workbook.ts'

const { fieldKey, ...book } = workerData as ThreadBook
if (fieldKey) useFieldKey(fieldKey)
await pipeline(writeFile(book, process.stdin), process.stdout)
