import { readdirSync, readFileSync } from 'node:fs'

/** Returns the processor time of a process and its living children so far, in ms; 0 without /proc. Valid even while others use the machine. */
export function cpuMs(pid: number): number {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, name) => {
        const stat = statOf(name)
        return stat && (stat.pid === pid || stat.parent === pid) ? sum + stat.ms : sum
      }, 0)
  } catch {
    return 0
  }
}

function statOf(name: string): { pid: number; parent: number; ms: number } | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid: Number(name), parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 }
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
