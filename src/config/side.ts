import path from 'node:path'
import type { SidePlan, Subject, TlsProtocol } from '../model/plan.ts'
import { isAtLeast, parseKafkaVersion } from '../model/kafka-version.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'
import type { SideName } from '../model/words.ts'
import { brokerConfigProblems } from './broker-config.ts'
import { DEFAULT_JAVA } from './defaults.ts'
import { pickSetting } from './pick.ts'
import type { Probe } from './probe.ts'
import type { Problem } from './problems.ts'
import type { Layer, RawSide } from './raw-config.ts'

/** What can be told of a side before anything is installed or started; null = not yet known. */
export interface SideFacts {
  readonly name: SideName
  readonly kafka: KafkaVersion | null
  readonly java: number | null
}

/** A side without its TLS settings, whose default depends on the other side too. */
export interface OpenSide {
  readonly plan: Omit<SidePlan, 'tls'>
  readonly facts: SideFacts
  /** as given; null = take the default */
  readonly tls: { readonly protocol?: TlsProtocol; readonly cipher?: string } | null
  readonly tlsWhereOf: (part: 'protocol' | 'cipher') => string | null
}

const SUBJECT_KEYS = ['kafka', 'dir', 'archive'] as const

interface SideContext {
  readonly layers: readonly Layer[]
  readonly name: SideName
  readonly probe: Probe
  readonly problems: Problem[]
}

/** @returns null when the side has no subject; every fault is added to `problems` */
export async function resolveSide(context: SideContext): Promise<OpenSide | null> {
  const { layers, name, problems } = context
  const { subject, where: subjectWhere } = await resolveSubject(context)
  const java = await resolveJava(context)
  const flags = pickSetting(layers, name, 'jvm-flags')
  const settings = pickSetting(layers, name, 'broker-config')
  const tls = pickSetting(layers, name, 'tls')
  const brokerConfig = Object.fromEntries(
    Object.entries({ ...settings?.top, ...settings?.own }).map(([key, value]) => [
      key,
      String(value),
    ]),
  )
  problems.push(...brokerConfigProblems(brokerConfig, settings?.where ?? null))
  if (subject === null) return null
  const facts = await readFacts(context, subject, java.text)
  problems.push(...versionProblems(facts, { kafka: subjectWhere, java: java.where }))
  return {
    plan: {
      name,
      subject,
      java: java.text,
      jvmFlags: [...(flags?.top ?? []), ...(flags?.own ?? [])],
      brokerConfig,
    },
    facts,
    tls: tls?.own ?? tls?.top ?? null,
    tlsWhereOf: (part) => tls?.whereOf(part) ?? null,
  }
}

interface ResolvedSubject {
  /** null = there is none, which is among the problems */
  readonly subject: Subject | null
  readonly where: string | null
}

async function resolveSubject(context: SideContext): Promise<ResolvedSubject> {
  const { layers, name, probe, problems } = context
  const layer = layers.find(({ config }) => subjectKeys(config[name]).length > 0)
  const [key, ...more] = subjectKeys(layer?.config[name])
  if (layer === undefined || key === undefined) {
    const where =
      layers.find(({ config }) => config[name] !== undefined)?.locate([name]) ??
      layers.at(-1)?.locate([]) ??
      null
    problems.push({ where, text: `${name} has no Kafka, wanted kafka, dir or archive` })
    return { subject: null, where }
  }
  const where = layer.locate([name, key])
  const given = layer.config[name]?.[key] ?? ''
  if (more.length > 0) {
    const text = `${name} has ${[key, ...more].join(' and ')}, wanted one of them`
    problems.push({ where, text })
    return { subject: null, where }
  }
  if (key === 'kafka') return { subject: { kind: 'maven', version: given }, where }
  const file = path.resolve(layer.folder, given)
  const wanted = key === 'dir' ? 'directory' : 'file'
  if ((await probe.pathKind(file)) !== wanted) {
    problems.push({ where, text: `${name}.${key} is "${file}", wanted an existing ${wanted}` })
  }
  return { subject: { kind: key === 'dir' ? 'directory' : 'archive', path: file }, where }
}

function subjectKeys(side: RawSide | undefined): readonly (typeof SUBJECT_KEYS)[number][] {
  return SUBJECT_KEYS.filter((key) => side?.[key] !== undefined)
}

async function resolveJava(
  context: SideContext,
): Promise<{ readonly text: string; readonly where: string | null }> {
  const { layers, name, probe, problems } = context
  const picked = pickSetting(layers, name, 'java')
  if (picked === null) return { text: DEFAULT_JAVA, where: null }
  const { where, folder } = picked
  const text = String(picked.own ?? picked.top)
  if (/^\d+$/.test(text)) return { text, where }
  const home = path.resolve(folder, text)
  if ((await probe.pathKind(home)) === null) {
    problems.push({ where, text: `${name}.java is "${home}", wanted an existing path` })
  }
  return { text: home, where }
}

async function readFacts(
  { name, probe }: SideContext,
  subject: Subject,
  java: string,
): Promise<SideFacts> {
  const version = await probe.kafkaVersion(subject)
  return {
    name,
    kafka: version === null ? null : parseKafkaVersion(version),
    java: await probe.javaFeature(java),
  }
}

/** What a Kafka release needs of Java; 0.9 is the oldest that speaks TLS. */
function versionProblems(
  { name, kafka, java }: SideFacts,
  where: { readonly kafka: string | null; readonly java: string | null },
): readonly Problem[] {
  if (kafka === null) return []
  if (!isAtLeast(kafka, '0.9')) {
    const text = `${name} is Kafka ${kafka.text}, wanted 0.9.0.0 or newer`
    return [{ where: where.kafka, text }]
  }
  const needed = isAtLeast(kafka, '4.0') ? 17 : 8
  if (java === null || java >= needed) return []
  const text = `${name} is Kafka ${kafka.text}, which needs Java ${needed} or newer, found Java ${java}`
  return [{ where: where.java ?? where.kafka, text, code: 'KD_JAVA_TOO_OLD' }]
}
