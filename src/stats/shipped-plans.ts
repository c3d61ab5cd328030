import type { Look } from './look.ts'

interface ShippedPlan {
  readonly rounds: readonly number[]
  /** critical values by error of each bound over all looks; a level that is absent has no such plan */
  readonly critical: Readonly<Record<string, readonly (number | null)[]>>
}

const SHIPPED = new Map<string, ShippedPlan>(
  Object.entries({
    quick: { rounds: [6, 10], critical: { '0.05': [1, 8] } },
    mid: { rounds: [6, 10, 16], critical: { '0.05': [0, 8, 30] } },
    standard: {
      rounds: [6, 10, 16, 24],
      critical: {
        '0.05': [0, 6, 28, 80],
        '0.025': [null, 5, 25, 71],
        '0.01': [null, 3, 18, 59],
      },
    },
    nightly: {
      rounds: [6, 9, 12, 16, 20, 24, 30, 36],
      critical: {
        '0.05': [null, 4, 11, 26, 46, 73, 129, 199],
        '0.025': [null, 2, 8, 21, 40, 64, 115, 180],
        '0.01': [null, 0, 5, 16, 31, 53, 100, 158],
      },
    },
  }),
)

/**
 * The looks of a shipped plan. Its critical values were found as `customLooks` finds its own, with
 * other seeds: where the error lies on the edge of what may be spent, the two can differ by 1.
 *
 * @param name quick, mid, standard or nightly
 * @param alphaPerBound error of each bound over all looks: 0.05, 0.025 or 0.01
 * @returns null when there is no such plan: quick and mid exist at 0.05 only
 */
export function shippedLooks(name: string, alphaPerBound: number): readonly Look[] | null {
  const plan = SHIPPED.get(name)
  const critical = plan?.critical[String(alphaPerBound)]
  if (plan === undefined || critical === undefined) return null
  return plan.rounds.map((rounds, index) => ({ rounds, critical: critical[index] ?? null }))
}
