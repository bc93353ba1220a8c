import { totalmem } from 'node:os'

const MB = 2 ** 20
const between = (least: number, wanted: number, most: number): number =>
  Math.round(Math.min(Math.max(wanted, least), most))

/** Of this machine, or of the container that this process may not leave. */
const memoryMB = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity) / MB

/**
 * What PostgreSQL should know of the machine's memory. A working set beyond `shared_buffers` is read and written by those who decide: 170 µs became 280 to 370.
 * After each checkpoint, whole pages are logged again (a decision's first 6,000 cost 22 kB each instead of 2.5), so checkpoints are as rare as the log may grow;
 * a gigabyte of it is replayed in some ten seconds after a crash.
 */
export const memorySettings = (memory = memoryMB()): string[] => [
  `shared_buffers=${between(128, memory / 4, 8192)}MB`,
  `effective_cache_size=${between(256, memory / 2, 65_536)}MB`,
  `max_wal_size=${between(2048, memory / 3, 8192)}MB`,
  // Recycle used log files: creating and filling a new one stops every commit for about 20 ms.
  'min_wal_size=1GB',
  'checkpoint_timeout=30min',
]
