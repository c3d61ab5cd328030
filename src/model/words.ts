/** The closed vocabularies of kafka-duel, each with its members as a constant list. */

export const SIDE_NAMES = ['baseline', 'candidate'] as const
export type SideName = (typeof SIDE_NAMES)[number]

export const LISTENERS = ['tls', 'plaintext'] as const
export type Listener = (typeof LISTENERS)[number]

export type Workload = 'produce' | 'consume'

export type Layout = 'duel' | 'sequential'

export const OUTCOMES = [
  'regression',
  'improvement',
  'no-regression',
  'inconclusive',
  'invalid',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export const ATTRIBUTIONS = [
  'none',
  'tls-only',
  'plaintext-only',
  'both',
  'both-tls-worse',
  'both-plaintext-worse',
  'tls-worse-plaintext-unsettled',
  'plaintext-worse-tls-unsettled',
  'unsettled',
  'inconclusive',
  'not-available',
] as const
export type Attribution = (typeof ATTRIBUTIONS)[number]

/** A workload on a listener, written `produce/tls`. */
export type CellName = `${Workload}/${Listener}`

export interface Cell {
  readonly name: CellName
  readonly workload: Workload
  readonly listener: Listener
}

export function cellOf(workload: Workload, listener: Listener): Cell {
  return { name: `${workload}/${listener}`, workload, listener }
}

export function otherSide(side: SideName): SideName {
  return side === 'baseline' ? 'candidate' : 'baseline'
}

/** Ends a `switch` over a union: a new member becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
