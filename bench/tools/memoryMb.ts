import { readFileSync, writeFileSync } from 'node:fs'

/** `VmRSS`: the resident memory of a process now, according to Linux; `VmHWM`: its peak since {@link forgetPeak}. Unknown on other systems. */
export const memoryMb = (pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1000

/** Starting takes more memory than running; that is measured separately. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
