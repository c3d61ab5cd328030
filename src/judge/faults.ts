import { METRICS } from '../model/metric.ts'
import type { MetricName } from '../model/metric.ts'
import type { Plan } from '../model/plan.ts'
import type { MeasuredTrain, NegotiatedTls, Round, Train } from '../model/round.ts'
import { SIDE_NAMES } from '../model/words.ts'
import type { Cell } from '../model/words.ts'
import { readSide } from './reading.ts'

interface Question {
  readonly plan: Plan
  readonly cell: Cell
  readonly metric: MetricName
}

/**
 * Why a metric of a cell was not measured, or not comparably, in these rounds; decided before any
 * ratio is formed.
 *
 * @param firstNumber number of the first of the rounds as people count them
 * @returns one sentence per cause, such as "rounds 2 and 3: the cell is missing"; empty = sound
 */
export function faultsOf(
  question: Question,
  rounds: readonly Round[],
  firstNumber: number,
): readonly string[] {
  const roundsByFault = new Map<string, number[]>()
  rounds.forEach((round, index) => {
    const train = round.trains.find(({ cell }) => cell === question.cell.name)
    for (const fault of trainFaults(question, train)) {
      roundsByFault.set(fault, [...(roundsByFault.get(fault) ?? []), firstNumber + index])
    }
  })
  const isAll = (numbers: readonly number[]): boolean =>
    firstNumber === 1 && numbers.length > 1 && numbers.length === rounds.length
  return [...roundsByFault].map(
    ([fault, numbers]) => `${isAll(numbers) ? 'every round' : roundsText(numbers)}: ${fault}`,
  )
}

function roundsText(numbers: readonly number[]): string {
  const last = numbers.at(-1) ?? 0
  const others = numbers.slice(0, -1)
  return others.length === 0 ? `round ${last}` : `rounds ${others.join(', ')} and ${last}`
}

function trainFaults(question: Question, train: Train | undefined): readonly string[] {
  if (train === undefined) return ['the cell is missing']
  if (train.state === 'invalid') {
    const where = train.side === null ? '' : ` on the ${train.side}`
    return [`${train.class}${where}: ${train.reason}`]
  }
  return [
    ...confirmationFaults(question, train),
    ...tlsFaults(question, train),
    ...valueFaults(question, train),
  ]
}

/** What was acknowledged must be what the log holds. */
function confirmationFaults({ cell }: Question, train: MeasuredTrain): readonly string[] {
  if (cell.workload !== 'produce') return []
  return SIDE_NAMES.flatMap((side) => {
    const { records, confirmedRecords } = train[side]
    if (confirmedRecords === records) return []
    return confirmedRecords === null
      ? [`the log end offsets of the ${side} are not known`]
      : [`the ${side} holds ${confirmedRecords} records of ${records} acknowledged`]
  })
}

function tlsFaults({ cell, plan }: Question, train: MeasuredTrain): readonly string[] {
  if (cell.listener !== 'tls') return []
  const unknown = SIDE_NAMES.filter((side) => train[side].tls === null)
  const { baseline, candidate } = train
  if (baseline.tls === null || candidate.tls === null) {
    return unknown.map((side) => `the TLS that the ${side} negotiated is not known`)
  }
  return plan.factors.includes('tls') ? [] : differenceOf(baseline.tls, candidate.tls)
}

function differenceOf(baseline: NegotiatedTls, candidate: NegotiatedTls): readonly string[] {
  if (baseline.protocol !== candidate.protocol || baseline.cipher !== candidate.cipher) {
    const [one, other] = [baseline, candidate].map(
      ({ protocol, cipher }) => `${protocol} ${cipher}`,
    )
    return [`the baseline negotiated ${one ?? ''}, the candidate ${other ?? ''}`]
  }
  return baseline.certificate === candidate.certificate
    ? []
    : ['the sides showed different certificates']
}

/** A logarithm needs a finite number above 0. */
function valueFaults({ metric }: Question, train: MeasuredTrain): readonly string[] {
  const { title, unit } = METRICS[metric]
  return SIDE_NAMES.flatMap((side) => {
    const value = readSide(train, side, metric)
    if (value === null) return [`${title} of the ${side} is not readable`]
    return Number.isFinite(value) && value > 0
      ? []
      : [`${title} of the ${side} is ${value} ${unit}, which cannot be compared`]
  })
}
