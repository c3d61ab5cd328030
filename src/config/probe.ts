import { randomInt } from 'node:crypto'
import { readFile, readdir, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { statOrNull } from '../lib/files.ts'
import type { Subject } from '../model/plan.ts'

/** Where logs in memory live. */
const MEMORY_FOLDER = '/dev/shm'

/** What the configuration needs to know of this machine; nothing is started to find it out. */
export interface Probe {
  /** feature version of a runtime; null = cannot be told before it is started */
  javaFeature(java: string): Promise<number | null>
  /** version of a subject; null = cannot be told before it is installed */
  kafkaVersion(subject: Subject): Promise<string | null>
  pathKind(path: string): Promise<'file' | 'directory' | null>
  /** bytes that may be filled in the memory file system; 0 where there is none */
  freeMemoryBytes(): Promise<number>
  cpus(): number
  platform(): NodeJS.Platform
  /** a whole number from 0 to 2^32-1, drawn at random */
  drawSeed(): number
}

const BROKER_JAR = /^kafka_2\.\d+-(\d+(?:\.\d+){2,3}(?:-SNAPSHOT|-rc\d+)?)\.(?:jar|tgz|tar\.gz)$/

/** Answers what names and small files tell. */
export const machineProbe: Probe = {
  javaFeature: async (java) => (/^\d+$/.test(java) ? Number(java) : await releasedFeature(java)),
  kafkaVersion: async (subject) => {
    switch (subject.kind) {
      case 'maven':
        return subject.version
      case 'archive':
        return brokerVersion([path.basename(subject.path)])
      case 'directory':
        return brokerVersion(await namesIn(path.join(subject.path, 'libs')))
    }
  },
  pathKind: async (file) => {
    const stats = await statOrNull(file)
    if (stats === null) return null
    return stats.isDirectory() ? 'directory' : 'file'
  },
  freeMemoryBytes: async () => {
    try {
      const { bavail, bsize } = await statfs(MEMORY_FOLDER)
      // the file system's limit may exceed what the machine has left
      return Math.min(bavail * bsize, os.freemem())
    } catch {
      // no such file system here
      return 0
    }
  },
  cpus: () => os.availableParallelism(),
  platform: () => process.platform,
  drawSeed: () => randomInt(2 ** 32),
}

/** Reads JAVA_VERSION="17.0.15" (or "1.8.0_504") in the runtime's release file. */
async function releasedFeature(home: string): Promise<number | null> {
  try {
    const text = await readFile(path.join(home, 'release'), 'utf8')
    const feature = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(text)?.[1]
    return feature === undefined ? null : Number(feature)
  } catch {
    // old and stripped runtimes have no release file
    return null
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    // the subject is checked, and the reason told, when it is installed
    return []
  }
}

function brokerVersion(names: readonly string[]): string | null {
  for (const name of names) {
    const version = BROKER_JAR.exec(name)?.[1]
    if (version !== undefined) return version
  }
  return null
}
