import { readFileSync } from 'node:fs'

/** USER_HZ, the unit of /proc/PID/stat: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/**
 * CPU seconds (user and system) that a process has used so far, its dead threads included and its
 * children not.
 *
 * @returns null when the process is gone, and where there is no /proc (macOS)
 * @see proc_pid_stat(5)
 */
export function readCpuSeconds(pid: number): number | null {
  try {
    return parseCpuSeconds(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // gone, or no /proc: either way not readable
    return null
  }
}

/** @param stat one line of /proc/PID/stat */
export function parseCpuSeconds(stat: string): number | null {
  // the program's name stands in parentheses and may itself hold blanks and parentheses
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime are fields 14 and 15 of the line; state, the first one here, is field 3
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : null
}
