import { readdirSync, readFileSync } from 'node:fs'

/** Returns the processor time of a process and its children so far, also of those that have ended, in ms; 0 without /proc. Valid even while others use the machine. */
export function cpuMs(pid: number): number {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, name) => {
        const stat = statOf(name)
        if (stat?.pid === pid) return sum + stat.ms + stat.endedMs
        return stat?.parent === pid ? sum + stat.ms : sum
      }, 0)
  } catch {
    return 0
  }
}

/** `endedMs`: of children that it has waited for. Without them the database seems to give time back when one of its helpers ends. */
function statOf(name: string): { pid: number; parent: number; ms: number; endedMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ms = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) * 10
    return { pid: Number(name), parent: Number(fields[1]), ms: ms(11), endedMs: ms(13) }
  } catch {
    return undefined // it has just ended
  }
}

/**
 * Returns a function that reports which share of all processors, in percent, the host has given to others since. A virtual machine that loses processor time
 * stalls, and durations measured in such a round say nothing about the product.
 */
export function takenByHost(): () => number {
  const before = hostTicks()
  return () => {
    const after = hostTicks()
    return (100 * (after.taken - before.taken)) / Math.max(1, after.all - before.all)
  }
}

function hostTicks(): { taken: number; all: number } {
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = line!.split(/\s+/).slice(1, 9).map(Number)
    return { taken: ticks[7]!, all: ticks.reduce((sum, ticks) => sum + ticks, 0) }
  } catch {
    return { taken: 0, all: 0 }
  }
}
