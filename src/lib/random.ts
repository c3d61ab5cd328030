/** A seeded source of uniform numbers in [0, 1). */
export type Random = () => number

/**
 * sfc32 seeded through splitmix32: small, fast, and passes PractRand; never for secrets.
 *
 * @param seed whole number; only its low 32 bits of each part count
 * @param stream further whole numbers that select an independent stream, such as round and attempt
 */
export function seededRandom(seed: number, ...stream: readonly number[]): Random {
  let state = 0x9e3779b9
  const mix = (value: number): number => {
    // the mixed value is kept, so that the order of the parts matters
    let z = (state + value + 0x9e3779b9) | 0
    z ^= z >>> 16
    z = Math.imul(z, 0x21f0aaad)
    z ^= z >>> 15
    z = Math.imul(z, 0x735a2d97)
    state = z ^ (z >>> 15)
    return state
  }
  for (const part of [seed, ...stream]) {
    mix(part | 0)
    mix(Math.floor(part / 2 ** 32) | 0)
  }
  let a = mix(1)
  let b = mix(2)
  let c = mix(3)
  let counter = 1
  const next = (): number => {
    const t = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 12; warm += 1) next()
  return next
}

/** Standard normal values by the polar method. */
export function normal(random: Random): number {
  for (;;) {
    const u = 2 * random() - 1
    const v = 2 * random() - 1
    const s = u * u + v * v
    if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.log(s)) / s)
  }
}

export function coin(random: Random): boolean {
  return random() < 0.5
}
