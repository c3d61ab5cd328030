import type { Layer, RawConfig, RawSideSettings } from './raw-config.ts'
import type { SideName } from '../model/words.ts'

interface Picked<T> {
  readonly value: T
  /** place of the value, for messages */
  readonly where: string
}

/** A setting of one side: what stands at the top of a layer, and what stands under the side there. */
interface PickedSetting<T> extends Pick<Layer, 'folder'> {
  readonly top: T
  readonly own: T
  readonly where: string
  /** place of a part of the value, such as "cipher" of `tls` */
  readonly whereOf: (part: string) => string
}

/** @param layers strongest first; the first that has the key decides */
export function pick<K extends keyof RawConfig>(
  layers: readonly Layer[],
  key: K,
): Picked<NonNullable<RawConfig[K]>> | null {
  for (const { config, locate } of layers) {
    const value = config[key]
    if (value !== undefined) return { value, where: locate([key]) }
  }
  return null
}

/** The first layer that has the key at the top or under the side decides; weaker layers do not add to it. */
export function pickSetting<K extends keyof RawSideSettings>(
  layers: readonly Layer[],
  side: SideName,
  key: K,
): PickedSetting<RawSideSettings[K]> | null {
  for (const { config, locate, folder } of layers) {
    const settings: RawSideSettings = config
    const ownSettings: RawSideSettings = config[side] ?? {}
    const top = settings[key]
    const own = ownSettings[key]
    if (top === undefined && own === undefined) continue
    const path = own === undefined ? [key] : [side, key]
    return { top, own, where: locate(path), whereOf: (part) => locate([...path, part]), folder }
  }
  return null
}
