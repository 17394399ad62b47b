import { readFileSync } from 'node:fs'

const MB = 1024

/** Megabytes of memory that a process holds, or undefined if the system does not say. */
export function residentOf(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / MB)
  } catch {
    return undefined
  }
}
