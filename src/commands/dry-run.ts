import { writeBytes } from '../config/quantity.ts'
import { formatAbout, formatDuration, formatShare, joinWords, plural } from '../lib/format.ts'
import { METRICS, METRIC_NAMES } from '../model/metric.ts'
import { describeSubject } from '../model/plan.ts'
import { roundMsOf, trainMsOf } from '../model/forecast.ts'
import type { Plan, SidePlan } from '../model/plan.ts'

const LABEL_WIDTH = 16

/** A whole plan as text, with a forecast of its time; nothing is started for it. */
export function renderDryRun(plan: Plan): string {
  const lines = [
    ...sideLines(plan.baseline),
    ...sideLines(plan.candidate),
    row('differ in', factorsText(plan)),
    row('cells', plan.cells.map(({ name }) => name).join(', ')),
    row('plan', planText(plan)),
    row('margins', marginsText(plan)),
    ...loadLines(plan),
    ...clusterLines(plan),
    row('seed', String(plan.seed)),
    row('budget', plan.budgetMs === null ? 'none' : formatDuration(plan.budgetMs)),
    row('fails on', plan.failOn.length === 0 ? 'no outcome' : plan.failOn.join(', ')),
    row('time', timeText(plan)),
  ]
  const remarks = remarksOn(plan).map((text) => `Note: ${text}`)
  return [...lines, ...remarks, 'Nothing was started: this is what run would do'].join('\n')
}

function row(label: string, text: string): string {
  return `${label.padEnd(LABEL_WIDTH)}${text}`
}

function sideLines({ name, subject, java, tls, jvmFlags, brokerConfig }: SidePlan): string[] {
  const settings = Object.entries(brokerConfig).map(([key, value]) => `${key}=${value}`)
  return [
    row(name, `${describeSubject(subject)}, Java ${java}`),
    row('  tls', `${tls.protocol}, ${tls.cipher}`),
    row('  jvm flags', jvmFlags.join(' ') || 'none of its own'),
    row('  broker config', settings.join(', ') || 'none of its own'),
  ]
}

function factorsText({ factors }: Plan): string {
  if (factors.length === 0) return 'nothing: an A/A run'
  const words = joinWords(factors)
  return factors.length === 1 ? words : `${words}: confounded, their effects cannot be told apart`
}

function planText({ name, looks, alphaPerBound }: Plan): string {
  const rounds = looks.map((look) => String(look.rounds))
  const critical = looks.map((look) => String(look.critical ?? '-'))
  return `${name}: judged after ${joinWords(rounds)} rounds, W+ at most ${critical.join('/')}, error ${formatShare(alphaPerBound)} per bound`
}

function marginsText({ margins }: Plan): string {
  return METRIC_NAMES.map((name) => `${METRICS[name].title} ${formatShare(margins[name])}`).join(
    ', ',
  )
}

function loadLines(plan: Plan): string[] {
  const { load, schedule, layout } = plan
  const acks = load.acks === -1 ? 'all' : String(load.acks)
  const size = `${load.recordsPerBatch} records of ${load.recordSizeBytes} bytes`
  const trainMs = trainMsOf(plan)
  return [
    row('produce', `batches of ${size}, acks ${acks}`),
    row(
      'consume',
      `fetches of ${writeBytes(load.fetchBytes)}, ${writeBytes(load.preloadBytes)} preloaded per partition`,
    ),
    row(
      'connections',
      `${load.connections} per side and cell, ${plural(load.inFlight, 'produce request')} in flight on each`,
    ),
    row(
      'round',
      `${layout}, ${schedule.blocks} blocks of four slices of ${schedule.sliceMs} ms: ${formatDuration(trainMs)} per cell`,
    ),
    row('warm-up', `${schedule.warmUpSeconds} s per side and round`),
  ]
}

function clusterLines({ cluster }: Plan): string[] {
  const { brokers, interBrokerListener, heapMb, logDirs, isPinned } = cluster
  const replication = brokers === 1 ? '' : `, replication over ${interBrokerListener}`
  return [
    row('brokers', `${brokers} per side, heap ${writeBytes(heapMb * 2 ** 20)}${replication}`),
    row('logs', logDirs === 'memory' ? 'in memory' : 'on disk'),
    row('CPUs', isPinned ? 'driver on the last, brokers on the others' : 'shared by all'),
  ]
}

function timeText(plan: Plan): string {
  const roundMs = roundMsOf(plan)
  const [first, last] = [firstLook(plan), plan.looks.at(-1)?.rounds ?? 0]
  const perRound = `${formatDuration(roundMs)} per round`
  const whole = `${formatAbout(last * roundMs)} for all ${plural(last, 'round')}`
  if (first === last) return `${perRound}, ${whole}`
  return `${perRound}, ${formatAbout(first * roundMs)} to the first look, ${whole}`
}

function remarksOn(plan: Plan): string[] {
  const remarks: string[] = []
  if (plan.looks.every(({ critical }) => critical === null)) {
    remarks.push('no look of this plan can decide anything: every outcome stays inconclusive')
  }
  const firstMs = firstLook(plan) * roundMsOf(plan)
  if (plan.budgetMs !== null && plan.budgetMs < firstMs) {
    remarks.push('the budget may end before the first look, and then the outcome is inconclusive')
  }
  return remarks
}

function firstLook({ looks }: Plan): number {
  return looks[0]?.rounds ?? 0
}
