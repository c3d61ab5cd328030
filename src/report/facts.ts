import {
  formatBytes,
  formatDuration,
  formatShare,
  joinWords,
  plainText,
  plural,
} from '../lib/format.ts'
import { METRICS } from '../model/metric.ts'
import type { Plan, Subject } from '../model/plan.ts'
import type { Environment, Result, SideDescription } from '../model/result.ts'
import { SIDE_NAMES, type SideName } from '../model/words.ts'
import type { Fact, FactGroup } from './fact.ts'
import {
  negotiatedTls,
  requestVersions,
  signalFacts,
  timeFacts,
  trainWarnings,
} from './round-facts.ts'
import { confidenceText } from './wording.ts'

/** What a reader needs to judge the finding, and to repeat it. */
export function factGroupsOf(result: Result, gateExitCode: number): readonly FactGroup[] {
  const { plan, rounds, environment } = result
  return [
    { title: 'Sides', facts: sideFacts(result) },
    { title: 'Plan', facts: [...planFacts(result), gateFact(plan, gateExitCode)] },
    { title: 'Load', facts: loadFacts(plan) },
    { title: 'Machine', facts: [...machineFacts(environment, plan), ...signalFacts(rounds)] },
    { title: 'Warnings and notes', facts: [...trainWarnings(rounds), ...noteFacts(result)] },
    { title: 'Time', facts: timeFacts(result) },
  ].filter(({ facts }) => facts.length > 0)
}

/** "kafka 2.5.1, Java 17.0.15+6", enough to recognise a side. */
export function sideText({ plan, kafkaVersion, java }: SideDescription): string {
  const where = plan.subject.kind === 'maven' ? '' : ` (${subjectText(plan.subject)})`
  return plainText(`kafka ${kafkaVersion}${where}, Java ${java.build}`)
}

function subjectText(subject: Subject): string {
  return subject.kind === 'maven' ? 'from Maven' : `${subject.kind} ${subject.path}`
}

/** What the sides differ in, as one sentence. */
export function factorsText({ factors }: Plan): string {
  const names = factors.map((factor) => plainText(factor))
  if (names.length === 0) return 'A/A: the sides do not differ'
  if (names.length === 1) return names.join('')
  return `confounded: ${joinWords(names)} (${names.length} factors; a finding cannot be laid on one of them)`
}

function sideFacts({ sides, rounds }: Result): Fact[] {
  return [
    ...bySide('Kafka', sides, (side) =>
      [
        side.kafkaVersion,
        subjectText(side.plan.subject),
        plural(side.jars, 'jar'),
        side.scalaSuffix === null ? null : `Scala ${side.scalaSuffix}`,
        `class path ${side.classPathDigest.slice(0, 12)}`,
      ]
        .filter((part) => part !== null)
        .join(', '),
    ),
    ...bySide('Java', sides, ({ java }) => `${java.build}, ${java.vendor}, ${java.home}`),
    ...bySide('JVM flags', sides, ({ jvmFlags }) => jvmFlags.join(' ') || 'none'),
    ...bySide('broker config', sides, ({ plan: { brokerConfig } }) =>
      Object.entries(brokerConfig)
        .map(([key, value]) => `${key}=${value}`)
        .join(', '),
    ),
    ...bySide('cures', sides, ({ cures }) => cures.join('; ')),
    ...bySide('TLS pinned', sides, ({ plan: { tls } }) => `${tls.protocol}, ${tls.cipher}`),
    ...bySide('TLS negotiated', sides, ({ plan: { name } }) => negotiatedTls(rounds, name)),
    ...bySide('requests', sides, ({ plan: { name } }) => requestVersions(rounds, name)),
  ]
}

/** One fact where both sides agree, else one for each; empty texts are left out. */
function bySide(
  label: string,
  sides: Readonly<Record<SideName, SideDescription>>,
  textOf: (side: SideDescription) => string,
): Fact[] {
  const texts = SIDE_NAMES.map((name) => ({ name, text: plainText(textOf(sides[name]), 1500) }))
  const [first, second] = texts
  const facts =
    first?.text === second?.text
      ? [{ label, text: first?.text ?? '' }]
      : texts.map(({ name, text }) => ({ label: `${label}, ${name}`, text }))
  return facts.filter(({ text }) => text !== '')
}

function planFacts({ plan, verdict }: Result): Fact[] {
  const looks = joinWords(plan.looks.map(({ rounds }) => String(rounds)))
  const metrics = Object.values(METRICS).map(
    ({ name, title }) => `${title} ${formatShare(plan.margins[name])}`,
  )
  return [
    { label: 'plan', text: `${plan.name}: judged after ${looks} rounds, seed ${plan.seed}` },
    {
      label: 'rounds',
      text: `${verdict.roundsCompleted} completed, ${verdict.roundsJudged} judged; ${STOP_TEXTS[verdict.stoppedBy]}`,
    },
    { label: 'margins', text: metrics.join(', ') },
    {
      label: 'confidence',
      text: `${confidenceText(plan)}: each bound errs with at most ${formatShare(plan.alphaPerBound)} over all looks together`,
    },
    {
      label: 'budget',
      text: plan.budgetMs === null ? 'none' : formatDuration(plan.budgetMs),
    },
  ]
}

const STOP_TEXTS: Readonly<Record<Result['verdict']['stoppedBy'], string>> = {
  settled: 'stopped when everything was settled',
  'last-look': 'stopped at the last look',
  budget: 'stopped when the time budget ended',
  invalid: 'stopped because it could not be measured',
  interrupted: 'stopped by an interruption',
}

function gateFact(plan: Plan, gateExitCode: number): Fact {
  const chosen = plan.failOn.length === 0 ? 'none' : plan.failOn.join(', ')
  return {
    label: 'gate',
    text: `exit code ${gateExitCode} with the default --fail-on (regression, inconclusive, invalid); this run: --fail-on ${chosen}`,
  }
}

function loadFacts({ load, schedule, cluster, layout, workloads, listeners }: Plan): Fact[] {
  const acks = load.acks === -1 ? 'all' : String(load.acks)
  return [
    { label: 'workloads', text: `${joinWords(workloads)} over ${joinWords(listeners)}` },
    {
      label: 'records',
      text: `${load.recordSizeBytes} bytes, ${load.recordsPerBatch} a batch, acks ${acks}`,
    },
    {
      label: 'driver',
      text: `${plural(load.connections, 'connection')} a side and cell, ${plural(load.inFlight, 'produce request')} in flight on each; fetch up to ${formatBytes(load.fetchBytes)}, ${formatBytes(load.preloadBytes)} preloaded a partition`,
    },
    {
      label: 'schedule',
      text: `layout ${layout}, slices of ${schedule.sliceMs} ms, ${schedule.blocks} blocks of four a train, warm-up ${schedule.warmUpSeconds} s a side`,
    },
    {
      label: 'cluster',
      text: `${plural(cluster.brokers, 'broker')} a side, heap ${cluster.heapMb} MB${cluster.brokers > 1 ? `, between brokers ${cluster.interBrokerListener}` : ''}`,
    },
  ]
}

function machineFacts(environment: Environment, { cluster }: Plan): Fact[] {
  const { cpuModel, cpus, memoryBytes, os, kernel, arch, node, toolVersion } = environment
  return [
    {
      label: 'machine',
      text: plainText(`${cpuModel}, ${plural(cpus, 'CPU')}, ${formatBytes(memoryBytes)} of memory`),
    },
    { label: 'system', text: plainText(`${os}, kernel ${kernel}, ${arch}, Node ${node}`) },
    {
      label: 'set-up',
      text: `log directories ${environment.logDirs === 'memory' ? 'in memory' : 'on disk'}, driver and brokers ${cluster.isPinned ? 'pinned apart' : 'not pinned'}`,
    },
    { label: 'tool', text: plainText(`kafka-duel ${toolVersion}`) },
  ]
}

const MOST_NOTES = 30

function noteFacts({ rounds, verdict }: Result): Fact[] {
  const notes = [
    ...verdict.reasons.map((text) => ({ label: 'verdict', text: plainText(text) })),
    ...rounds.flatMap((round, index) =>
      round.notes.map((text) => ({ label: `round ${index + 1}`, text: plainText(text) })),
    ),
  ]
  const rest = notes.length - MOST_NOTES
  return rest <= 0
    ? notes
    : [
        ...notes.slice(0, MOST_NOTES),
        { label: 'more', text: `${rest} further notes in the JSON result` },
      ]
}
