/** Lines of COPY come in, bytes of a workbook go out: the half of a large export that only calculates. */
import { pipeline } from 'node:stream/promises'
import { workerData } from 'node:worker_threads'
import { cellsOfLines, xlsx } from './asXlsx.ts'
import type { Book } from './workbook.ts'

const { name, heads, rows } = workerData as Book
await pipeline(xlsx(name, heads, rows, cellsOfLines(process.stdin)), process.stdout)
