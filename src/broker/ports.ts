import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { EnvironmentError } from '../model/errors.ts'
import type { SideName } from '../model/words.ts'

interface PortRange {
  readonly first: number
  readonly last: number
}

/** What Linux uses where the file cannot be read. */
const DEFAULT_EPHEMERAL: PortRange = { first: 32768, last: 60999 }
const LOWEST = 10_000
const HIGHEST = 65_535
const ENOUGH = 1_000

/** Reads the content of /proc/sys/net/ipv4/ip_local_port_range, such as "32768	60999". */
export function parseEphemeralRange(text: string): PortRange {
  const [first, last] = text.trim().split(/\s+/).map(Number)
  const isRange = Number.isInteger(first) && Number.isInteger(last)
  return isRange && first !== undefined && last !== undefined ? { first, last } : DEFAULT_EPHEMERAL
}

/** The wider part of 10000-65535 that outgoing connections do not draw their ports from. */
export function listenRange(ephemeral: PortRange): PortRange {
  const below = { first: LOWEST, last: Math.min(ephemeral.first - 1, HIGHEST) }
  const above = { first: Math.max(ephemeral.last + 1, LOWEST), last: HIGHEST }
  const widest = width(below) >= width(above) ? below : above
  return width(widest) >= ENOUGH ? widest : { first: LOWEST, last: HIGHEST }
}

function width({ first, last }: PortRange): number {
  return last - first
}

/**
 * Finds free ports, all different, by binding each once. Baseline takes even ones and candidate odd
 * ones, so that two sides that start at the same time never choose the same.
 *
 * @throws EnvironmentError KD_PORT_IN_USE when there are not enough
 */
export async function findPorts(count: number, side: SideName): Promise<readonly number[]> {
  const text = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '')
  const { first, last } = listenRange(parseEphemeralRange(text))
  const parity = side === 'baseline' ? 0 : 1
  const candidates = Math.floor((last - first) / 2)
  const start = randomInt(candidates)
  const ports: number[] = []
  for (let step = 0; step < candidates && ports.length < count; step += 1) {
    const port = first + (first % 2) + 2 * ((start + step) % candidates) + parity
    if (port <= last && (await isFree(port))) ports.push(port)
  }
  if (ports.length < count) {
    throw new EnvironmentError(
      'KD_PORT_IN_USE',
      `Cannot find ${count} free ports for the ${side}: ${ports.length} of those from ${first} to ${last} can be bound`,
    )
  }
  return ports
}

/** True when the port can be bound on the local addresses at this moment. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => {
      resolve(false)
    })
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => {
        resolve(true)
      })
    })
  })
}
