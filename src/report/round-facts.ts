import {
  formatCount,
  formatDuration,
  formatShare,
  formatSigned,
  plainText,
  plural,
} from '../lib/format.ts'
import type { Plan } from '../model/plan.ts'
import type { Result } from '../model/result.ts'
import {
  TRAIN_WARNINGS,
  type InvalidTrain,
  type MeasuredTrain,
  type Round,
  type RoundTimes,
  type Train,
  type TrainSide,
  type TrainWarning,
} from '../model/round.ts'
import type { CellName, SideName } from '../model/words.ts'
import type { Fact } from './fact.ts'

/** The numbers of single rounds: data, not findings. */
export interface RoundsTable {
  readonly cells: readonly CellName[]
  readonly rows: readonly {
    /** counted from 1 */
    readonly round: number
    /** one per cell, in the order of `cells` */
    readonly values: readonly RoundValue[]
  }[]
}

export interface RoundValue {
  /** candidate against baseline, such as "-24.9 %", or the class of failure */
  readonly change: string
  /** "4.21 M / 3.16 M", empty when there are no numbers */
  readonly values: string
}

export function roundsTableOf({
  plan,
  rounds,
}: {
  plan: Plan
  rounds: readonly Round[]
}): RoundsTable {
  const cells = plan.cells.map(({ name }) => name)
  return {
    cells,
    rows: rounds.map((round, index) => ({
      round: index + 1,
      values: cells.map((cell) => roundValue(round.trains.find((train) => train.cell === cell))),
    })),
  }
}

/** Records per second of both sides in one train. */
export function roundValue(train: Train | undefined): RoundValue {
  if (train === undefined) return { change: '-', values: '' }
  if (train.state === 'invalid') return { change: plainText(train.class), values: '' }
  const [baseline, candidate] = [rateOf(train.baseline), rateOf(train.candidate)]
  const ratio = candidate / baseline
  return {
    change: Number.isFinite(ratio) ? formatSigned(ratio - 1) : '-',
    values: `${formatCount(baseline)} / ${formatCount(candidate)}`,
  }
}

function rateOf({ records, elapsedMs }: TrainSide): number {
  return elapsedMs > 0 ? (records / elapsedMs) * 1000 : 0
}

function measuredTrains(rounds: readonly Round[]): readonly MeasuredTrain[] {
  return rounds.flatMap(({ trains }) => trains.filter((train) => train.state === 'measured'))
}

/** What the TLS connections of a side really spoke; empty = nothing was measured over TLS. */
export function negotiatedTls(rounds: readonly Round[], side: SideName): string {
  return distinct(
    measuredTrains(rounds).flatMap((train) => {
      const { tls } = train[side]
      if (tls === null) return []
      return [`${tls.protocol}, ${tls.cipher}, certificate ${tls.certificate.slice(0, 12)}`]
    }),
  )
}

/** Versions of the requests that carried the load, such as "Produce v7; Fetch v11". */
export function requestVersions(rounds: readonly Round[], side: SideName): string {
  return distinct(
    measuredTrains(rounds).map(
      (train) =>
        `${train.cell.startsWith('produce') ? 'Produce' : 'Fetch'} v${train[side].apiVersion}`,
    ),
  )
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => plainText(text)))].join('; ')
}

/** The worst that the machine and the driver did in any train. */
export function signalFacts(rounds: readonly Round[]): Fact[] {
  const signals = measuredTrains(rounds).map((train) => train.signals)
  if (signals.length === 0) return []
  const most = (values: readonly (number | null)[]): string => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? 'not readable' : formatShare(Math.max(...known), 1)
  }
  return [
    {
      label: 'at most, in any train',
      text: [
        `steal ${most(signals.map(({ steal }) => steal))}`,
        `waiting for a CPU ${most(signals.map(({ cpuPressure }) => cpuPressure))}`,
        `driver ${most(signals.map(({ driverCpuPerThread }) => driverCpuPerThread))} of a core per thread`,
        `idle side ${most(signals.map(({ idleShare }) => idleShare))} of the loaded one`,
      ].join(', '),
    },
  ]
}

const WARNING_TEXTS: Readonly<Record<TrainWarning, string>> = {
  'driver-bound':
    'the driver used more than 85 % of a core per thread, which hides differences between brokers',
  'carry-over':
    'the idle side burned more than 5 % of what the loaded side burned, so work put off by one may have slowed the other',
  'drift-inside-train':
    'the mean over blocks and the whole train differ by more than their error, so the speed moved inside the train',
}

/** Warnings of trains, gathered by kind and cell; invalid trains each by their reason. */
export function trainWarnings(rounds: readonly Round[]): Fact[] {
  const places = rounds.flatMap(({ trains }, index) =>
    trains.map((train) => ({ train, round: index + 1 })),
  )
  const warnings = TRAIN_WARNINGS.flatMap((warning) => {
    const hit = places.filter(
      ({ train }) => train.state === 'measured' && train.warnings.includes(warning),
    )
    if (hit.length === 0) return []
    const cells = [...new Set(hit.map(({ train }) => train.cell))].map(
      (cell) =>
        `${cell} in round ${hit
          .filter(({ train }) => train.cell === cell)
          .map(({ round }) => round)
          .join(', ')}`,
    )
    return [{ label: warning, text: `${cells.join('; ')}: ${WARNING_TEXTS[warning]}` }]
  })
  const invalid = places.flatMap(({ train, round }) =>
    train.state === 'invalid' ? [{ label: `round ${round}`, text: invalidText(train) }] : [],
  )
  return [...warnings, ...invalid.slice(0, 20)]
}

/** "consume/tls not measured: BROKER_DIED on the candidate, reason". */
function invalidText({ cell, class: trainClass, side, reason }: InvalidTrain): string {
  const where = side === null ? '' : ` on the ${side}`
  return plainText(`${cell} not measured: ${trainClass}${where}, ${reason}`)
}

const TIME_PARTS = [
  ['measured slices', 'sliceMs'],
  ['boot', 'bootMs'],
  ['prepare', 'prepareMs'],
  ['warm-up', 'warmUpMs'],
  ['train overhead', 'trainOverheadMs'],
  ['stop', 'stopMs'],
] as const satisfies readonly (readonly [string, keyof RoundTimes])[]

/** Where the wall time went: the share in measured slices is the share that counts. */
export function timeFacts({ rounds, wallMs, startedAt }: Result): Fact[] {
  const parts = TIME_PARTS.map(([name, key]) => ({
    name,
    ms: rounds.reduce((sum, { times }) => sum + times[key], 0),
  }))
  const rest = Math.max(0, wallMs - parts.reduce((sum, { ms }) => sum + ms, 0))
  const shares = [...parts, { name: 'else', ms: rest }].map(
    ({ name, ms }) => `${name} ${formatShare(wallMs > 0 ? ms / wallMs : 0, 0)}`,
  )
  return [
    {
      label: 'wall time',
      text: plainText(
        `${formatDuration(wallMs)} for ${plural(rounds.length, 'round')}, started ${startedAt}`,
      ),
    },
    ...(rounds.length === 0 ? [] : [{ label: 'of which', text: shares.join(', ') }]),
  ]
}
